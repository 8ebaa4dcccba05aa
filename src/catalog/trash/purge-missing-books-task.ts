import { findLibraryForScan } from '../../store/library/library-for-scan.ts'
import { defineTask, PermanentTaskError, type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'
import { purgeMissingBooks, type TrashDeps } from './purge-missing-books.ts'

/** Permanently removes missing books. */
export const purgeMissingBooksTask = defineTask({
  type: 'purge_deleted',
  priority: 900,
  alone: 'files',
  key: ({ libraryId, seriesId }) => `purge:${libraryId}:${seriesId ?? ''}`,
})

export function purgeMissingBooksHandlers(deps: TrashDeps): TaskHandler[] {
  return [
    taskHandler(purgeMissingBooksTask, 'other', async (task, { signal }) => {
      const library = await findLibraryForScan(deps.db, task.libraryId ?? 0)
      if (!library) throw new PermanentTaskError('The library no longer exists.')
      return purgeMissingBooks(deps, library, { seriesId: task.seriesId ?? undefined, signal })
    }),
  ]
}
