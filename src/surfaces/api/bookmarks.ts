import { locatorToText } from '../../catalog/progress/locator.ts'
import { type Bookmark, bookmarks } from '../../contract/bookmarks.ts'
import { limitAndOffsetOf, maxPageSize } from '../../contract/paging.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import {
  addBookmark,
  type BookmarkRow,
  changeBookmark,
  deleteBookmark,
  listBookmarks,
} from '../../store/bookmark/bookmark.ts'
import type { ReadableBook } from '../../store/progress/read.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import { requireBelowLimit, requireNoteRoom } from '../../store/user/per-user-limits.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readReadableBook } from './read-book.ts'

export function mountBookmarks(api: OpenSurface, { db, config, events }: AppContext): void {
  /** Updates the user's other devices. */
  function emitUpdate(viewer: Viewer, book: ReadableBook, bookmarkId: string, deleted = false): void {
    events.emit(
      {
        type: 'bookmark_updated',
        bookId: bytesToUuid(book.uid),
        seriesId: bytesToUuid(book.seriesUid),
        libraryId: bytesToUuid(book.libraryUid),
        userId: viewer.uid,
        bookmarkId,
        deleted,
      },
      { userId: viewer.userId },
    )
  }
  const noBookmark = () => problem('not_found', 'There is no such bookmark.')

  serve(api, bookmarks.list, async ({ params, query, viewer }) => {
    const book = await readReadableBook(db, viewer, params.id)
    const { page = 1, pageSize = maxPageSize } = query
    const isWhole = query.page === undefined && query.pageSize === undefined
    const part = isWhole ? undefined : limitAndOffsetOf({ page, pageSize })
    return (await listBookmarks(db, viewer.userId, book.id, part)).map((row) => present(row, params.id))
  })

  serve(api, bookmarks.create, async ({ params, body, viewer }) => {
    const book = await readReadableBook(db, viewer, params.id)
    const { page = null, locator = null, note = null } = body
    if (page === null && locator === null)
      throw validationProblem([{ path: '', message: 'must have a page or a locator' }])
    if (page !== null && book.pageCount > 0 && page > book.pageCount) {
      throw validationProblem([{ path: 'page', message: `must be between 1 and ${book.pageCount}` }])
    }
    const mark = { page, locator: locator && locatorToText(locator), note }
    const { userId } = viewer
    const row = await db.transaction(async (tx) => {
      const added = await addBookmark(tx, userId, book.id, mark)
      await requireBelowLimit(tx, { table: 'bookmark', userId, bookId: book.id }, config.limits.bookmarks)
      await requireNoteRoom(tx, userId, config.limits.note_bytes)
      return added
    })
    emitUpdate(viewer, book, bytesToUuid(row.uid))
    return present(row, params.id)
  })

  serve(api, bookmarks.change, async ({ params, body, viewer }) => {
    const book = await readReadableBook(db, viewer, params.id)
    const uid = uuidToBytes(params.bookmarkId)
    const row = await db.transaction(async (tx) => {
      const changed = await changeBookmark(tx, viewer.userId, uid, body.note)
      if (changed) await requireNoteRoom(tx, viewer.userId, config.limits.note_bytes)
      return changed
    })
    if (!row) throw noBookmark()
    emitUpdate(viewer, book, params.bookmarkId)
    return present(row, params.id)
  })

  serve(api, bookmarks.remove, async ({ params, viewer }) => {
    const book = await readReadableBook(db, viewer, params.id)
    const gone = await db.transaction((tx) => deleteBookmark(tx, viewer.userId, uuidToBytes(params.bookmarkId)))
    if (!gone) throw noBookmark()
    emitUpdate(viewer, book, params.bookmarkId, true)
  })
}

const present = (row: BookmarkRow, bookId: string): Bookmark => ({
  id: bytesToUuid(row.uid),
  bookId,
  page: row.page,
  locator: row.locator === null ? null : JSON.parse(row.locator),
  note: row.note,
  createdAt: formatTimestamp(row.created_at),
})
