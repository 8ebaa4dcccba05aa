import type { Tasks } from '../tasks/tasks.ts'
import { scanFolders, scanLibrary } from './tasks.ts'

/**
 * Has a library scanned after something has changed that decides what it holds. A scan that runs already began before
 * that and asking for it adds nothing, so another look at the whole folder follows it.
 */
export async function scanAnew(tasks: Pick<Tasks, 'add'>, libraryId: number): Promise<void> {
  const { task, isNew } = await tasks.add(scanLibrary, { libraryId, params: { mode: 'normal' } })
  if (!isNew && task.status === 'running') await tasks.add(scanFolders, { libraryId, params: { folders: [''] } })
}
