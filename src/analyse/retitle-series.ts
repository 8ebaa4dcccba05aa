import { bumpRevisions } from '../store/revision.ts'
import { readSeriesBooks } from '../store/series/series-books.ts'
import { readSeriesToRetitle, type SeriesToRetitle, writeSeriesTitle } from '../store/series/series-to-retitle.ts'
import { bytesToUuid } from '../store/uid.ts'
import { type TaskContext, type TaskHandler, type TaskWithParams, taskHandler } from '../tasks/task-kind.ts'
import type { AnalyseDeps } from './analyse-deps.ts'
import { groupBooksBySeries, planFinalising } from './finalise-series.ts'
import { bookScopeOfTask } from './generate-thumbnails-handler.ts'
import { seriesTitleFromFiles } from './series-title.ts'
import { type AnalysisScope, finaliseSeriesTask, retitleSeriesTask } from './tasks.ts'

export function retitleHandler(deps: AnalyseDeps): TaskHandler {
  return taskHandler(retitleSeriesTask, 'series', (task, context) => retitle(deps, task, context))
}

interface Retitled {
  dryRun: boolean
  processed: number
  changed: number
  /** Number of titles locked by users. */
  skipped: number
  /** The first changed ones. */
  results: { seriesId: string; originalTitle: string; newTitle: string }[]
}

async function retitle(
  deps: AnalyseDeps,
  task: TaskWithParams<AnalysisScope & { dryRun?: boolean }>,
  { signal, progress }: TaskContext,
): Promise<Retitled> {
  const { dryRun = false } = task.params
  const report: Retitled = { dryRun, processed: 0, changed: 0, skipped: 0, results: [] }
  const scope = await bookScopeOfTask(deps.db, task)
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const series = await readSeriesToRetitle(deps.db, scope, { after, limit: AT_ONCE })
    if (series.length === 0) return report
    after = series.at(-1)!.id
    const titles = await titlesOf(deps, series)
    for (const one of series) {
      report.processed++
      const title = titles.get(one.id)
      if (one.isLocked) report.skipped++
      if (one.isLocked || title === undefined || title === one.title) continue
      if (!dryRun && !(await write(deps, one, title))) continue
      report.changed++
      if (report.results.length < MAX_REPORTED)
        report.results.push({ seriesId: bytesToUuid(one.uid), originalTitle: one.title, newTitle: title })
    }
    progress(report.processed, report.processed, null, report)
  }
}

/** The titles that a fresh scan and analysis would produce. */
async function titlesOf(deps: AnalyseDeps, series: readonly SeriesToRetitle[]): Promise<Map<number, string>> {
  const titles = new Map<number, string>()
  for (let start = 0; start < series.length; start += READ_AT_ONCE) {
    const ids = series.slice(start, start + READ_AT_ONCE).map((one) => one.id)
    const plan = await planFinalising(deps, ids)
    for (const [seriesId, books] of groupBooksBySeries(await readSeriesBooks(deps.db.query, ids))) {
      const { libraryId } = series.find((one) => one.id === seriesId)!
      const rules = plan.libraries.get(libraryId)?.rules
      if (!rules || plan.unreachable.has(seriesId)) continue
      const folderTitle = rules.placeInSeries(books[0]!.path, books[0]!.known.file).toSeries.title
      const voters = books.map(({ path, known }) => ({ path, facts: known }))
      titles.set(seriesId, seriesTitleFromFiles(rules, folderTitle, voters, plan.sidecars.get(seriesId)) ?? folderTitle)
    }
  }
  return titles
}

async function write(deps: AnalyseDeps, series: SeriesToRetitle, title: string): Promise<boolean> {
  const { db, coalescer, tasks } = deps
  const isWritten = await db.transaction(async (tx) => {
    if (!(await writeSeriesTitle(tx, db.kind, series, title, Date.now()))) return false
    // Names of books may depend on it.
    await tasks.addIn(tx, finaliseSeriesTask, [{ seriesId: series.id, libraryId: series.libraryId }])
    await bumpRevisions(tx, 'catalog', `library:${series.libraryId}`)
    return true
  })
  if (!isWritten) return false
  tasks.wake()
  const ids = { seriesId: bytesToUuid(series.uid), libraryId: bytesToUuid(series.libraryUid) }
  coalescer.emit({ type: 'series_updated', ...ids }, { class: series.class })
  return true
}

const AT_ONCE = 200
/** Series read at a time, with all their books. */
const READ_AT_ONCE = 20
const MAX_REPORTED = 500
