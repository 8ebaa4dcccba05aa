import { findWaitingSources } from '../store/import/sources.ts'
import type { Db } from '../store/open.ts'
import { defineTask, type TaskHandler, taskHandler } from '../tasks/task-kind.ts'
import type { ImportRunDeps } from './run/state.ts'
import { runSource } from './sources.ts'

/** Brings over what waited for a library that has been added since the import. */
export const importWaiting = defineTask({ type: 'import_waiting', priority: 200, key: () => 'import-waiting' })

/** Whether there is a library that an import has not seen. */
export const hasWaitingImports = async (db: Db): Promise<boolean> => (await findWaitingSources(db)).length > 0

export function waitingImportsHandler(deps: ImportRunDeps): TaskHandler {
  return taskHandler(importWaiting, 'other', async (_task, { signal, progress }) => {
    const results: Record<string, number> = {}
    for (const source of await findWaitingSources(deps.db)) {
      signal.throwIfAborted()
      const report = await runSource(deps, source.id, { isDryRun: false, isLate: true, signal, onProgress: progress })
      results[source.uid] = report.counts.book?.imported ?? 0
    }
    return results
  })
}
