import { rereadLibraryFilesTask } from '../analyse/tasks.ts'
import type { LibraryMetadataOptions } from '../store/library/library-metadata-options.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { regroupLibraryTask, scanFoldersTask, scanLibraryTask } from './tasks.ts'

/**
 * Queues a scan of a library after a change that affects its contents. A scan that is already running began before the
 * change, and queueing it again has no effect, so a scan of the whole folder is queued to follow it.
 */
export async function queueScanAfterChange(tasks: Pick<Tasks, 'add'>, libraryId: number): Promise<void> {
  const { task, isNew } = await tasks.add(scanLibraryTask, { libraryId, params: { mode: 'normal' } })
  if (!isNew && task.status === 'running') await tasks.add(scanFoldersTask, { libraryId, params: { folders: [''] } })
}

/**
 * Queues the tasks that a change of metadata options requires: titles and covers of series, lists, and local artwork.
 */
export async function queueAfterOptionsChange(
  tasks: Pick<Tasks, 'add'>,
  libraryId: number,
  before: LibraryMetadataOptions,
  after: Partial<LibraryMetadataOptions>,
): Promise<void> {
  const isOther = (option: keyof LibraryMetadataOptions) =>
    after[option] !== undefined && after[option] !== before[option]
  if (isOther('volumeInSeriesTitle') || isOther('seriesCover')) await tasks.add(regroupLibraryTask, { libraryId })
  const lists = isOther('collectionsFromFiles') || isOther('readListsFromFiles')
  if (lists || isOther('localArtwork')) await tasks.add(rereadLibraryFilesTask, { libraryId, params: { lists } })
}
