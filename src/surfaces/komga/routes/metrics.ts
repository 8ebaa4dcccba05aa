import { type MetricDto, metrics } from '../../../contract/komga/metrics.ts'
import { type LibraryView, listLibraries } from '../../../store/library/read.ts'
import { readLibrarySizes } from '../../../store/library/sizes.ts'
import { collections, readLists } from '../../../store/shelf/kind.ts'
import { listShelves } from '../../../store/shelf/read.ts'
import { countTasks } from '../../../store/task/read.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { serve } from '../../serve.ts'
import { missing } from '../find.ts'
import type { Komga } from '../komga.ts'
import { idOf } from '../present/words.ts'
import { queryOf, valuesOf } from '../read-query.ts'

type Values = ReadonlyMap<string, number>

/** How much there is, as the admin pages of Komga's web interfaces and KMReader draw it. */
export function mountMetrics({ surface, house: { db } }: Komga): void {
  const perLibrary = (count: (library: LibraryView) => number) => async (viewer: Viewer) => {
    const found = await listLibraries(db, viewer)
    return { tag: 'library', values: new Map(found.map((one) => [idOf(one.uid), count(one)])) }
  }
  const shelves = (kind: typeof collections) => async (viewer: Viewer) => ({
    total: (await listShelves(db, viewer, kind, { limit: 1, offset: 0 })).total,
  })
  const measured: Record<string, (viewer: Viewer) => Promise<{ total?: number; tag?: string; values?: Values }>> = {
    'komga.series': perLibrary((library) => library.seriesCount),
    'komga.books': perLibrary((library) => library.bookCount),
    'komga.books.filesize': async (viewer) => {
      const sizes = await readLibrarySizes(db)
      return perLibrary((library) => sizes.get(library.id) ?? 0)(viewer)
    },
    'komga.sidecars': perLibrary(() => 0),
    'komga.collections': shelves(collections),
    'komga.readlists': shelves(readLists),
    'komga.tasks.execution': async (viewer) => {
      const { byType } = await countTasks(db, viewer)
      const ended = Object.entries(byType).map(([type, counts]) => [type, counts.completed] as const)
      return { tag: 'type', values: new Map(ended) }
    },
  }

  serve(surface, metrics.names, () => ({ names: Object.keys(measured).sort() }))
  serve(surface, metrics.one, async ({ params, viewer, request }) => {
    const read = Object.hasOwn(measured, params.name) ? measured[params.name] : undefined
    if (!read) throw missing('metric')
    const { tag, values = new Map<string, number>(), total = sumOf(values) } = await read(viewer)
    const wanted = valuesOf(queryOf(request), 'tag').map((text) => text.slice(text.indexOf(':') + 1))[0]
    if (wanted !== undefined && !values.has(wanted)) throw missing('metric')
    const value = wanted === undefined ? total : values.get(wanted)!
    return present(params.name, value, wanted === undefined && tag ? { tag, values: [...values.keys()] } : undefined)
  })
}

const sumOf = (values: Values): number => [...values.values()].reduce((sum, value) => sum + value, 0)

function present(name: string, value: number, tag: { tag: string; values: string[] } | undefined): MetricDto {
  const isTimed = name === 'komga.tasks.execution'
  return {
    name,
    description: null,
    baseUnit: name.endsWith('filesize') ? 'bytes' : null,
    measurements: [{ statistic: isTimed ? 'COUNT' : 'VALUE', value }],
    availableTags: tag ? [tag] : [],
  }
}
