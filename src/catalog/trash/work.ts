import { findLibraryForScan } from '../../store/library/scan.ts'
import { defineTask, doWork, LastingFailure, type TaskWork } from '../../tasks/define.ts'
import { purgeLibrary, type TrashHouse } from './purge.ts'

/** Removes what has been missing for good. */
export const purgeDeleted = defineTask({
  type: 'purge_deleted',
  priority: 900,
  alone: true,
  key: ({ libraryId, seriesId }) => `purge:${libraryId}:${seriesId ?? ''}`,
})

export function trashWorks(house: TrashHouse): TaskWork[] {
  return [
    doWork(purgeDeleted, 'other', async (task, { signal }) => {
      const library = await findLibraryForScan(house.db, task.libraryId ?? 0)
      if (!library) throw new LastingFailure('The library no longer exists.')
      return purgeLibrary(house, library, { seriesId: task.seriesId ?? undefined, signal })
    }),
  ]
}
