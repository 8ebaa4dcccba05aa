import { findImportSourcesToRunAgain } from '../store/import/sources.ts'
import type { Db } from '../store/open.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { resumeWaitingImportsTask } from './import-source-tasks.ts'

/**
 * After a run: queues another one for what it couldn't find yet. A scan that ended during the run, as one that ends
 * later does by itself, or books that are still being analysed.
 */
export async function queueLateImport(
  { db, tasks }: { db: Db; tasks: Pick<Tasks, 'add'> },
  sourceId: number,
): Promise<void> {
  const again = await findImportSourcesToRunAgain(db)
  if (again.some(({ id }) => id === sourceId)) await tasks.add(resumeWaitingImportsTask, {})
}
