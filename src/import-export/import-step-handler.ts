import { ForeignFileError } from '../store/foreign/copy-foreign-database.ts'
import { findImportSource } from '../store/import/sources.ts'
import { uuidToBytes } from '../store/uid.ts'
import { WORKER_STOPPING } from '../tasks/fail-task.ts'
import { PermanentTaskError, type TaskHandler, taskHandler } from '../tasks/task-kind.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { importFromSource } from './import-from-source.ts'
import { isImportComplete } from './import-report.ts'
import { importStepTask } from './import-source-tasks.ts'
import { queueLateImport } from './queue-late-import.ts'
import { readImportSource } from './read-import-source.ts'
import type { SourceKind } from './records.ts'
import type { ImportRunDeps } from './run/import-run-state.ts'

export function importStepHandler(deps: ImportRunDeps & { tasks: Pick<Tasks, 'add'> }): TaskHandler {
  return taskHandler(importStepTask, 'other', async ({ params: { id, step, path, kind } }, { signal, progress }) => {
    const source = id && (await findImportSource(deps.db, { uid: uuidToBytes(id) }))
    if (!source) throw new PermanentTaskError('The import was deleted.')
    const watch = { signal, onProgress: progress }
    try {
      if (step === 'read') {
        const read = await readImportSource(deps, source.id, path!, { ...watch, kind: kind as SourceKind | undefined })
        return { id: read.uid }
      }
      const report = await importFromSource(deps, source.id, { ...watch, isDryRun: step === 'dry_run' })
      // The server is stopping: the task continues after the restart.
      if (report.isCancelled && signal.reason === WORKER_STOPPING) throw WORKER_STOPPING
      if (step === 'run') await queueLateImport(deps, source.id)
      return { id, isComplete: isImportComplete(report), counts: report.counts }
    } catch (error) {
      if (error instanceof ForeignFileError) throw new PermanentTaskError(error.message)
      throw error
    }
  })
}
