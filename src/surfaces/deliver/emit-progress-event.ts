import type { ProgressRow, ReadableBook } from '../../store/progress/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'

/** Sends the position to the user's other devices; undefined: it was deleted. */
export function emitProgressEvent(
  context: Pick<AppContext, 'events'>,
  viewer: Viewer,
  book: ReadableBook,
  progress: Pick<ProgressRow, 'page' | 'percentage' | 'done'> | undefined,
): void {
  context.events.emit(
    {
      type: 'progress_updated',
      bookId: bytesToUuid(book.uid),
      seriesId: bytesToUuid(book.seriesUid),
      libraryId: bytesToUuid(book.libraryUid),
      userId: viewer.uid,
      currentPage: progress?.page ?? null,
      progressPercentage: progress?.percentage ?? null,
      completed: progress?.done === 1,
    },
    { userId: viewer.userId },
  )
}
