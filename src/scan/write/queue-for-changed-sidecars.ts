import { analyseBookTask, finaliseSeriesTask } from '../../analyse/tasks.ts'
import type { LibraryForScan } from '../../store/library/library-for-scan.ts'
import { findBookIdsInFolder, findSeriesIdsAtFolders } from '../../store/scan/find-by-folder.ts'
import type { WriteDeps } from './write-changes.ts'

/** On a first scan everything is read anyway. */
export function isNewerThanLastScan({ lastScannedAt }: LibraryForScan, { mtime }: { mtime: number }): boolean {
  return lastScannedAt !== null && mtime >= lastScannedAt
}

/**
 * Queues tasks for sidecars that have changed: series.json describes the series of its folder, metadata.opf the
 * books in it.
 */
export async function queueForChangedSidecars(
  { db, tasks }: WriteDeps,
  library: LibraryForScan,
  sidecars: readonly { path: string }[],
): Promise<void> {
  const isOfSeries = ({ path }: { path: string }) => path.toLowerCase().endsWith('series.json')
  const folders = sidecars.filter(isOfSeries).map(({ path }) => folderOf(path))
  const series = await findSeriesIdsAtFolders(db, library.id, folders)
  const books: number[] = []
  for (const sidecar of sidecars.filter((one) => !isOfSeries(one))) {
    books.push(...(await findBookIdsInFolder(db, library.id, folderOf(sidecar.path))))
  }
  await db.transaction(async (tx) => {
    await tasks.addIn(
      tx,
      finaliseSeriesTask,
      series.map((seriesId) => ({ seriesId, libraryId: library.id })),
    )
    await tasks.addIn(
      tx,
      analyseBookTask,
      books.map((bookId) => ({ bookId, libraryId: library.id })),
    )
  })
  tasks.wake()
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
