import { metrics } from '../../../contract/komga/metrics.ts'
import { collectionKind, readListKind } from '../../../store/curated-list/list-kind.ts'
import { listCuratedLists } from '../../../store/curated-list/read.ts'
import { type LibraryView, listLibraries } from '../../../store/library/read.ts'
import { readLibrarySizes } from '../../../store/library/sizes.ts'
import { countTasks } from '../../../store/task/read.ts'
import { readTaskDurations } from '../../../store/task/task-durations.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { komgaIdOf } from '../present/format-values.ts'
import { notFoundProblem } from '../read-by-komga-id.ts'
import { queryOf, valuesOf } from '../read-query.ts'

/** The measurements for each value of a tag, or in total: one number per statistic. */
interface Measured {
  tag?: string
  values: ReadonlyMap<string, readonly number[]>
}

/** The counts shown by the admin pages of Komga's web interfaces and KMReader. */
export function mountMetrics({ surface, context: { db } }: KomgaContext): void {
  const perLibrary = (count: (library: LibraryView) => number) => async (viewer: Viewer) => {
    const found = await listLibraries(db, viewer)
    return { tag: 'library', values: new Map(found.map((one) => [komgaIdOf(one.uid), [count(one)]])) }
  }
  const altogether = (count: number): Measured => ({ values: new Map([['', [count]]]) })
  const lists = (kind: typeof collectionKind) => async (viewer: Viewer) =>
    altogether((await listCuratedLists(db, viewer, kind, { limit: 1, offset: 0 })).total)
  const measured: Record<string, (viewer: Viewer) => Promise<Measured>> = {
    'komga.libraries': async (viewer) => altogether((await listLibraries(db, viewer)).length),
    'komga.series': perLibrary((library) => library.seriesCount),
    'komga.books': perLibrary((library) => library.bookCount),
    'komga.books.filesize': async (viewer) => {
      const sizes = await readLibrarySizes(db)
      return perLibrary((library) => sizes.get(library.id) ?? 0)(viewer)
    },
    'komga.sidecars': perLibrary(() => 0),
    'komga.collections': lists(collectionKind),
    'komga.readlists': lists(readListKind),
    [EXECUTION]: async (viewer) => {
      const times = [...(await readTaskDurations(db, viewer))]
      const values = times.map(([type, { count, total, longest }]) => [type, [count, total / 1000, longest / 1000]])
      return { tag: 'type', values: new Map(values as [string, number[]][]) }
    },
    [FAILURE]: async (viewer) => {
      const { byType } = await countTasks(db, viewer)
      return { tag: 'type', values: new Map(Object.entries(byType).map(([type, { failed }]) => [type, [failed]])) }
    },
  }

  serve(surface, metrics.names, () => ({ names: Object.keys(measured).sort() }))
  serve(surface, metrics.one, async ({ params, viewer, request }) => {
    const read = Object.hasOwn(measured, params.name) ? measured[params.name] : undefined
    if (!read) throw notFoundProblem('metric')
    const { tag, values } = await read(viewer)
    const wanted = valuesOf(queryOf(request), 'tag').map((text) => text.slice(text.indexOf(':') + 1))[0]
    if (wanted !== undefined && !values.has(wanted)) throw notFoundProblem('metric')
    const numbers = wanted === undefined ? [...values.values()] : [values.get(wanted)!]
    return {
      name: params.name,
      description: null,
      baseUnit: UNITS[params.name] ?? null,
      measurements: (STATISTICS[params.name] ?? ['VALUE']).map((statistic, index) => {
        const each = numbers.map((one) => one[index]!)
        return { statistic, value: statistic === 'MAX' ? Math.max(0, ...each) : each.reduce((sum, n) => sum + n, 0) }
      }),
      availableTags: wanted === undefined && tag ? [{ tag, values: [...values.keys()] }] : [],
    }
  })
}

const EXECUTION = 'komga.tasks.execution'
const FAILURE = 'komga.tasks.failure'
const STATISTICS: Record<string, string[]> = { [EXECUTION]: ['COUNT', 'TOTAL_TIME', 'MAX'], [FAILURE]: ['COUNT'] }
const UNITS: Record<string, string> = { 'komga.books.filesize': 'bytes', [EXECUTION]: 'seconds' }
