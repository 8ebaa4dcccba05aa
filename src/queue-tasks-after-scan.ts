import { queueArtworkAfterScan } from './analyse/tasks.ts'
import { queueTextIndexAfterScan } from './catalog/text-search/index-text-task.ts'
import { resumeWaitingImportsTask } from './import-export/import-source-tasks.ts'
import { findImportSourcesToRunAgain } from './store/import/sources.ts'
import type { Db } from './store/open.ts'
import { hasPlugins } from './store/plugin/read.ts'
import type { Tasks } from './tasks/tasks.ts'

export interface AfterScanDeps {
  db: Db
  tasks: Tasks
  /** Aborted when the worker closes. */
  closing: AbortSignal
  /** Runs work that no caller awaits, and that keeps the worker from going idle. */
  runInBackground(work: Promise<void>): void
}

/**
 * Queues what follows a scan: imports that waited for these books, pictures beside them, the text index, matching;
 * marks releases that are in the library now. It is part of the scan: if the server stops before everything is queued,
 * the scan runs again.
 */
export function makeQueueTasksAfterScan({ db, tasks, closing, runInBackground }: AfterScanDeps) {
  /** Libraries whose new books are still being analysed. */
  const waitingForAnalysis = new Set<string>()

  async function matchOnceAnalysed(libraryId: string): Promise<void> {
    if (waitingForAnalysis.has(libraryId)) return
    waitingForAnalysis.add(libraryId)
    const { queueMatchesAfterScan, untilAnalysed } = await import('./plugins/matching/auto-match-handler.ts')
    const { assessReleasesAgain } = await import('./plugins/releases/assess-release.ts')
    // File names contain most numbers; the analysis finds the rest.
    const assess = async () => {
      const found = await assessReleasesAgain(db, { libraryUid: libraryId })
      if (found === 0) return
      await untilAnalysed(db, closing)
      await assessReleasesAgain(db, { libraryUid: libraryId })
    }
    await Promise.all([assess(), queueMatchesAfterScan(db, tasks, libraryId, closing)])
      .catch((error: unknown) => {
        if (!closing.aborted) throw error
      })
      .finally(() => waitingForAnalysis.delete(libraryId))
  }

  return async (libraryId: string): Promise<void> => {
    if (closing.aborted) return
    if ((await findImportSourcesToRunAgain(db)).length > 0) await tasks.add(resumeWaitingImportsTask, {})
    if (closing.aborted) return
    await queueArtworkAfterScan(db, tasks, libraryId)
    await queueTextIndexAfterScan(db, tasks, libraryId)
    if (await hasPlugins(db)) runInBackground(matchOnceAnalysed(libraryId))
  }
}
