import { forgetProgress, markRead } from '../../catalog/progress/save-progress.ts'
import { problem } from '../../contract/problems.ts'
import { progress } from '../../contract/progress.ts'
import { findReadableBooks, isSeriesVisible } from '../../store/progress/list.ts'
import { findProgress, type ReadableBook } from '../../store/progress/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { emitProgressEvent } from '../deliver/emit-progress-event.ts'
import { presentProgress } from '../present/progress.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readReadableBook } from './read-book.ts'

/** Marks books and series as read or unread, one or many. */
export function mountMarkRead(api: OpenSurface, context: AppContext): void {
  const { db } = context

  serve(api, progress.markBookRead, async ({ params, viewer }) => {
    const book = await readReadableBook(db, viewer, params.id)
    await markBooksRead(context, viewer, [book])
    return presentProgress((await findProgress(db, viewer, book.id))!, viewer.uid, book.uid)
  })
  serve(api, progress.markBookUnread, async ({ params, viewer }) => {
    await markBooksUnread(context, viewer, [await readReadableBook(db, viewer, params.id)])
  })

  serve(api, progress.markSeriesRead, async ({ params, viewer }) =>
    reportMarked(await markBooksRead(context, viewer, await booksOfSeries(viewer, params.id)), 'read'),
  )
  serve(api, progress.markSeriesUnread, async ({ params, viewer }) =>
    reportMarked(await markBooksUnread(context, viewer, await booksOfSeries(viewer, params.id)), 'unread'),
  )

  serve(api, progress.markBooksRead, async ({ body, viewer }) =>
    reportMarked(await markBooksRead(context, viewer, await booksOf(viewer, 'book', body.bookIds)), 'read'),
  )
  serve(api, progress.markBooksUnread, async ({ body, viewer }) =>
    reportMarked(await markBooksUnread(context, viewer, await booksOf(viewer, 'book', body.bookIds)), 'unread'),
  )
  serve(api, progress.markManySeriesRead, async ({ body, viewer }) =>
    reportMarked(await markBooksRead(context, viewer, await booksOf(viewer, 'series', body.seriesIds)), 'read'),
  )
  serve(api, progress.markManySeriesUnread, async ({ body, viewer }) =>
    reportMarked(await markBooksUnread(context, viewer, await booksOf(viewer, 'series', body.seriesIds)), 'unread'),
  )

  const booksOf = (viewer: Viewer, entity: 'book' | 'series', ids: readonly string[]): Promise<ReadableBook[]> =>
    findReadableBooks(db, viewer, entity, ids.map(uuidToBytes))

  async function booksOfSeries(viewer: Viewer, id: string): Promise<ReadableBook[]> {
    if (!(await isSeriesVisible(db, viewer, uuidToBytes(id)))) throw problem('not_found', 'There is no such series.')
    return booksOf(viewer, 'series', [id])
  }
}

async function markBooksRead(context: AppContext, viewer: Viewer, books: ReadableBook[]): Promise<number> {
  const count = await markRead(context.db, viewer, books)
  for (const book of books.slice(0, EVENTS_AT_ONCE)) {
    emitProgressEvent(context, viewer, book, { page: book.pageCount, percentage: 1, done: 1 })
  }
  return count
}

/** Nothing is left of their progress. */
export async function markBooksUnread(context: AppContext, viewer: Viewer, books: ReadableBook[]): Promise<number> {
  const count = await forgetProgress(context.db, viewer, books)
  for (const book of books.slice(0, EVENTS_AT_ONCE)) emitProgressEvent(context, viewer, book, undefined)
  return count
}

/** Two thousand books of a series marked at once are one change for viewers. */
const EVENTS_AT_ONCE = 50

const reportMarked = (count: number, as: 'read' | 'unread') => ({
  count,
  message: `${count} ${count === 1 ? 'book' : 'books'} marked as ${as}.`,
})
