import {
  bookmarkKey,
  findBookmarkKeys,
  type ImportedBookmark,
  insertImportedBookmarks,
} from '../../store/import/bookmarks.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { BookmarkRecord } from '../user-records.ts'
import { cutText } from './cut-text.ts'
import { type ImportRunState, inTransactionOrDryRun, isNewInDryRun, wasImportedEarlier } from './import-run-state.ts'
import { locatorWithHref, nameOfRow, readyRecordsWithOutlines } from './records-with-outlines.ts'
import { locatorText } from './to-imported-progress.ts'

/** A bookmark that was deleted or changed here since an earlier run is left alone. */
export async function applyBookmarks(state: ImportRunState, records: readonly BookmarkRecord[]): Promise<void> {
  for await (const { userId, rows, known } of readyRecordsWithOutlines(state, records)) {
    const gone = new Set<ImportedBookmark>()
    const marks = rows.map(({ record, person, book }) => {
      const locator = locatorText(record.locator && locatorWithHref(book, record.locator, known))
      const page =
        record.page === null ? null : Math.max(1, Math.min(Math.trunc(record.page), book.pageCount || 1_000_000))
      const mark: ImportedBookmark = {
        bookId: book.id,
        page: locator ? null : (page ?? 1),
        locator,
        note: cutText(state, 'bookmark', nameOfRow(state, record), record.note, 10_000),
        at: record.at ?? state.readAt,
      }
      if (wasImportedEarlier(state, record, person, record.at, { of: 'book', id: record.bookId })) gone.add(mark)
      return mark
    })
    const bookIds = marks.map((mark) => mark.bookId)
    const added = await inTransactionOrDryRun(state, async (tx) => {
      const here = await findBookmarkKeys(tx ?? state.deps.db.query, userId, bookIds)
      const fresh = marks.filter((mark) => {
        const key = bookmarkKey(mark)
        if (here.has(key) || gone.has(mark)) return false
        here.add(key)
        return tx !== undefined || isNewInDryRun(state, `bookmark ${userId} ${key}`)
      })
      if (tx && fresh.length > 0) {
        await insertImportedBookmarks(tx, userId, fresh)
        await bumpRevisions(tx, `user:${userId}`)
      }
      return fresh.length
    })
    state.report.count('bookmark', 'imported', added)
    state.report.count('bookmark', 'unchanged', marks.length - added)
  }
}
