import { analyseBookTask } from '../analyse/tasks.ts'
import { findImportSourcesToRunAgain } from '../store/import/sources.ts'
import { hasUnfinishedTasks } from '../store/task/cancel-retry-delete.ts'
import { type TaskHandler, taskHandler } from '../tasks/task-kind.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { importFromSource } from './import-from-source.ts'
import { resumeWaitingImportsTask } from './import-source-tasks.ts'
import type { ImportRunDeps } from './run/import-run-state.ts'

export function resumeWaitingImportsHandler(deps: ImportRunDeps & { tasks: Pick<Tasks, 'add'> }): TaskHandler {
  return taskHandler(resumeWaitingImportsTask, 'other', async ({ params: { putOff = 0 } }, { signal, progress }) => {
    if (await hasUnfinishedTasks(deps.db, [analyseBookTask.type])) {
      await deps.tasks.add(resumeWaitingImportsTask, {
        params: { putOff: putOff + 1 },
        runAfter: Date.now() + Math.min(MAX_PUT_OFF_MS, FIRST_PUT_OFF_MS * 2 ** putOff),
      })
      return { isPutOff: true }
    }
    const results: Record<string, number> = {}
    for (const source of await findImportSourcesToRunAgain(deps.db)) {
      signal.throwIfAborted()
      const report = await importFromSource(deps, source.id, {
        isDryRun: false,
        isLate: true,
        signal,
        onProgress: progress,
      })
      results[source.uid] = report.counts.book?.imported ?? 0
    }
    return results
  })
}

/** Delays while books are being analysed: progress can be imported only for analysed books. */
const FIRST_PUT_OFF_MS = 2000
const MAX_PUT_OFF_MS = 60_000
