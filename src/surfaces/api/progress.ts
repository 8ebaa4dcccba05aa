import { locatorToText } from '../../catalog/progress/locator.ts'
import { findReadingPosition, resolveLocator } from '../../catalog/progress/reading-position.ts'
import { forgetProgress, markRead, saveProgress } from '../../catalog/progress/save-progress.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import { progress } from '../../contract/progress.ts'
import { dismissFromInProgress } from '../../store/book/home-rows.ts'
import { findBookFile, type ServedBookFile } from '../../store/page/served-book-file.ts'
import { findReadableBooks, isSeriesVisible, listCompletionTimes, listProgress } from '../../store/progress/list.ts'
import { findProgress, findReadableBook, type ReadableBook } from '../../store/progress/read.ts'
import { readReadingStatistics } from '../../store/progress/statistics.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { emitProgressEvent } from '../deliver/emit-progress-event.ts'
import { correctDeviceTime } from '../edge/correct-device-time.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { presentProgress } from '../present/progress.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountProgress(api: OpenSurface, context: AppContext): void {
  const { db } = context

  async function readBook(viewer: Viewer, id: string): Promise<ReadableBook> {
    const book = await findReadableBook(db, viewer, uuidToBytes(id))
    if (!book) throw problem('not_found', 'There is no such book.')
    return book
  }

  async function readFile(viewer: Viewer, id: string): Promise<ServedBookFile> {
    const file = await findBookFile(db, viewer, uuidToBytes(id))
    if (!file) throw problem('not_found', 'There is no such book.')
    return file
  }

  serve(api, progress.list, async ({ query, viewer, request, href }) => {
    const since = query.updatedSince ? Date.parse(query.updatedSince) : undefined
    const { data, total } = await listProgress(db, viewer, { ...limitAndOffsetOf(query), since })
    const items = data.map((row) => presentProgress(row, viewer.uid, row.book_uid))
    return presentListPage({ request, href }, query, { data: items, total })
  })

  serve(api, progress.read, async ({ params, viewer }) => {
    const book = await readBook(viewer, params.id)
    const row = await findProgress(db, viewer, book.id)
    return row ? presentProgress(row, viewer.uid, book.uid) : null
  })

  serve(api, progress.write, async ({ params, body, viewer, request }) => {
    const book = await readBook(viewer, params.id)
    const saved = await saveProgress(db, viewer, book, {
      ...body,
      at: correctDeviceTime(request, body.updatedAt),
      position: body.device ? { device: body.device } : undefined,
    })
    if (saved.accepted) emitProgressEvent(context, viewer, book, saved.progress)
    return presentProgress(saved.progress, viewer.uid, book.uid)
  })

  serve(api, progress.dismiss, async ({ params, viewer }) => {
    const book = await readBook(viewer, params.id)
    const isBegun = await db.transaction((tx) => dismissFromInProgress(tx, viewer.userId, book.id))
    if (!isBegun) throw problem('not_found', 'You haven’t started this book.')
  })

  serve(api, progress.forget, async ({ params, viewer }) => {
    const book = await readBook(viewer, params.id)
    if (!(await findProgress(db, viewer, book.id))) throw problem('not_found', 'You haven’t started this book.')
    await forget(viewer, [book])
  })

  serve(api, progress.readProgression, async ({ params, viewer, reply }) => {
    const position = await findReadingPosition(db, viewer, await readFile(viewer, params.id))
    if (!position) return reply.code(204).send()
    return {
      modified: formatTimestamp(position.modified),
      device: position.device,
      locator: { href: '', ...position.locator },
    }
  })

  serve(api, progress.writeProgression, async ({ params, body, viewer, request }) => {
    const [book, file] = [await readBook(viewer, params.id), await readFile(viewer, params.id)]
    const resolved = await resolveLocator(db, file, body.locator)
    if (!resolved) throw validationProblem([{ path: 'locator', message: 'does not point to a position in this book' }])
    const saved = await saveProgress(db, viewer, book, {
      ...resolved,
      completed: body.completed,
      at: correctDeviceTime(request, body.modified),
      position: { locator: locatorToText(body.locator), device: body.device.name, device_id: body.device.id },
    })
    if (!saved.accepted) throw problem('conflict', 'A newer position is already stored.')
    emitProgressEvent(context, viewer, book, saved.progress)
  })

  serve(api, progress.markBookRead, async ({ params, viewer }) => {
    const book = await readBook(viewer, params.id)
    await mark(viewer, [book])
    return presentProgress((await findProgress(db, viewer, book.id))!, viewer.uid, book.uid)
  })

  serve(api, progress.markBookUnread, async ({ params, viewer }) => {
    await forget(viewer, [await readBook(viewer, params.id)])
  })

  serve(api, progress.markSeriesRead, async ({ params, viewer }) => {
    const books = await booksOfSeries(viewer, params.id)
    return marked(await mark(viewer, books), 'read')
  })
  serve(api, progress.markSeriesUnread, async ({ params, viewer }) => {
    const books = await booksOfSeries(viewer, params.id)
    return marked(await forget(viewer, books), 'unread')
  })

  serve(api, progress.markBooksRead, async ({ body, viewer }) =>
    marked(await mark(viewer, await findReadableBooks(db, viewer, 'book', body.bookIds.map(uuidToBytes))), 'read'),
  )
  serve(api, progress.markBooksUnread, async ({ body, viewer }) =>
    marked(await forget(viewer, await findReadableBooks(db, viewer, 'book', body.bookIds.map(uuidToBytes))), 'unread'),
  )
  serve(api, progress.markManySeriesRead, async ({ body, viewer }) =>
    marked(await mark(viewer, await findReadableBooks(db, viewer, 'series', body.seriesIds.map(uuidToBytes))), 'read'),
  )
  serve(api, progress.markManySeriesUnread, async ({ body, viewer }) =>
    marked(
      await forget(viewer, await findReadableBooks(db, viewer, 'series', body.seriesIds.map(uuidToBytes))),
      'unread',
    ),
  )

  serve(api, progress.history, async ({ params, viewer }) => {
    const book = await readBook(viewer, params.id)
    const times = await listCompletionTimes(db, viewer, book.id)
    return times.map((time) => ({ bookId: params.id, completedAt: formatTimestamp(time) }))
  })

  serve(api, progress.statistics, async ({ query, viewer }) => {
    const timeZone = query.timeZone ?? 'UTC'
    if (!isTimeZone(timeZone)) throw validationProblem([{ path: 'timeZone', message: 'is not a known time zone' }])
    const now = Date.now()
    return readReadingStatistics(db, viewer, { since: now - query.days * 86_400_000, timeZone, now })
  })

  async function booksOfSeries(viewer: Viewer, id: string): Promise<ReadableBook[]> {
    if (!(await isSeriesVisible(db, viewer, uuidToBytes(id)))) throw problem('not_found', 'There is no such series.')
    return findReadableBooks(db, viewer, 'series', [uuidToBytes(id)])
  }

  async function mark(viewer: Viewer, books: ReadableBook[]): Promise<number> {
    const count = await markRead(db, viewer, books)
    for (const book of books.slice(0, EVENTS_AT_ONCE)) {
      emitProgressEvent(context, viewer, book, { page: book.pageCount, percentage: 1, done: 1 })
    }
    return count
  }

  async function forget(viewer: Viewer, books: ReadableBook[]): Promise<number> {
    const count = await forgetProgress(db, viewer, books)
    for (const book of books.slice(0, EVENTS_AT_ONCE)) emitProgressEvent(context, viewer, book, undefined)
    return count
  }
}

/** Two thousand books of a series marked at once are one change for viewers. */
const EVENTS_AT_ONCE = 50

const marked = (count: number, as: 'read' | 'unread') => ({
  count,
  message: `${count} ${count === 1 ? 'book' : 'books'} marked as ${as}.`,
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
