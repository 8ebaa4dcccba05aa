import { rereadLibraryFilesTask } from '../analyse/tasks.ts'
import type { LibraryMetadataOptions } from '../store/library/library-metadata-options.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { regroupLibraryTask, scanFoldersTask, scanLibraryTask } from './tasks.ts'

/**
 * Has a library scanned after something has changed that decides what it holds. A scan that runs already began before
 * that and asking for it adds nothing, so another look at the whole folder follows it.
 */
export async function queueScanAfterChange(tasks: Pick<Tasks, 'add'>, libraryId: number): Promise<void> {
  const { task, isNew } = await tasks.add(scanLibraryTask, { libraryId, params: { mode: 'normal' } })
  if (!isNew && task.status === 'running') await tasks.add(scanFoldersTask, { libraryId, params: { folders: [''] } })
}

/** Titles and covers of series, lists and pictures beside books follow when a library makes something else of its files. */
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
