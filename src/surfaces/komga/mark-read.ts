import { forgetProgress, markRead } from '../../catalog/progress/save-progress.ts'
import type { ReadableBook } from '../../store/progress/read.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { emitProgressEvent } from '../deliver/emit-progress-event.ts'

/** Marks books as read, and updates the reader's other devices. */
export async function markBooksRead(
  context: AppContext,
  viewer: Viewer,
  books: readonly ReadableBook[],
): Promise<void> {
  if (books.length === 0) return
  await markRead(context.db, viewer, books)
  for (const book of books.slice(0, EVENTS_AT_ONCE)) {
    emitProgressEvent(context, viewer, book, { page: book.pageCount, percentage: 1, done: 1 })
  }
}

export async function deleteProgressOfBooks(
  context: AppContext,
  viewer: Viewer,
  books: readonly ReadableBook[],
): Promise<void> {
  if (books.length === 0) return
  await forgetProgress(context.db, viewer, books)
  for (const book of books.slice(0, EVENTS_AT_ONCE)) emitProgressEvent(context, viewer, book, undefined)
}

/** Two thousand books of a series marked at once are one change for viewers. */
const EVENTS_AT_ONCE = 50
