import type { BookFacts } from '../catalog/merge/book-facts.ts'
import { readFirstPaths } from '../store/metadata/paths.ts'
import { bump } from '../store/revision.ts'
import { readTitled, type TitledSeries, writeTitle } from '../store/series/retitle.ts'
import { bytesToUuid } from '../store/uid.ts'
import { doWork, type TaskContext, type TaskOf, type TaskWork } from '../tasks/define.ts'
import { scopeOf } from './draw-covers.ts'
import { openLibrary } from './settle.ts'
import type { ShelfRules } from './shelf-rules.ts'
import { retitleSeries, type Scope, settleSeries } from './tasks.ts'
import type { AnalyseDeps } from './work.ts'

export function retitleWork(deps: AnalyseDeps): TaskWork {
  return doWork(retitleSeries, 'shelve', (task, context) => retitle(deps, task, context))
}

interface Retitled {
  dryRun: boolean
  processed: number
  changed: number
  /** Titles somebody wrote. */
  skipped: number
  /** The first of them. */
  results: { seriesId: string; originalTitle: string; newTitle: string }[]
}

async function retitle(
  deps: AnalyseDeps,
  task: TaskOf<Scope & { dryRun?: boolean }>,
  { signal, progress }: TaskContext,
): Promise<Retitled> {
  const { dryRun = false } = task.params
  const told: Retitled = { dryRun, processed: 0, changed: 0, skipped: 0, results: [] }
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const series = await readTitled(deps.db, scopeOf(task), { after, limit: AT_ONCE })
    if (series.length === 0) return told
    after = series.at(-1)!.id
    const titles = await titlesOf(deps, series)
    for (const one of series) {
      told.processed++
      const title = titles.get(one.id)
      if (one.isLocked) told.skipped++
      if (one.isLocked || title === undefined || title === one.title) continue
      if (!dryRun && !(await write(deps, one, title))) continue
      told.changed++
      if (told.results.length < TOLD)
        told.results.push({ seriesId: bytesToUuid(one.uid), originalTitle: one.title, newTitle: title })
    }
    progress(told.processed, told.processed, null, told)
  }
}

/** As a scan that had just found them would call them. */
async function titlesOf(deps: AnalyseDeps, series: readonly TitledSeries[]): Promise<Map<number, string>> {
  const rules = new Map<number, ShelfRules | undefined>()
  for (const { libraryId } of series) {
    if (!rules.has(libraryId)) rules.set(libraryId, (await openLibrary(deps, libraryId))?.rules)
  }
  const paths = await readFirstPaths(
    deps.db,
    series.map((one) => one.id),
  )
  return new Map(
    paths.flatMap(({ seriesId, libraryId, path, facts }) => {
      const shelved = rules.get(libraryId)?.shelve(path, (facts as BookFacts).file)
      return shelved ? [[seriesId, shelved.shelf.title] as const] : []
    }),
  )
}

async function write(deps: AnalyseDeps, series: TitledSeries, title: string): Promise<boolean> {
  const { db, news, tasks } = deps
  const isWritten = await db.transaction(async (tx) => {
    if (!(await writeTitle(tx, db.kind, series, title, Date.now()))) return false
    // Books may be named after it.
    await tasks.addIn(tx, settleSeries, [{ seriesId: series.id, libraryId: series.libraryId }])
    await bump(tx, 'catalog', `library:${series.libraryId}`)
    return true
  })
  if (!isWritten) return false
  tasks.wake()
  const ids = { seriesId: bytesToUuid(series.uid), libraryId: bytesToUuid(series.libraryUid) }
  news.emit({ type: 'series_updated', ...ids }, { class: series.class })
  return true
}

const AT_ONCE = 200
const TOLD = 500
