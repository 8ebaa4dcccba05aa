import { findSourcesToRunAgain } from '../store/import/sources.ts'
import { type TaskHandler, taskHandler } from '../tasks/task-kind.ts'
import { importWaitingTask } from './import-task.ts'
import { importFromSource } from './read-and-import-source.ts'
import type { ImportRunDeps } from './run/import-state.ts'

export function waitingImportsHandler(deps: ImportRunDeps): TaskHandler {
  return taskHandler(importWaitingTask, 'other', async (_task, { signal, progress }) => {
    const results: Record<string, number> = {}
    for (const source of await findSourcesToRunAgain(deps.db)) {
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
