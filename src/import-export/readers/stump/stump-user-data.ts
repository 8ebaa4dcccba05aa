import { importRowLabel } from '../../../contract/import-details.ts'
import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignIntegerOf, foreignNumberOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'
import { recordsOfUsers } from '../rows-of-users.ts'
import { stumpLocatorOf } from './stump-locator.ts'

/** Stump's reviews, favourites, bookmarks, highlights and notes. */
export function* stumpUserData(db: ForeignDatabase): Generator<ImportRecord> {
  yield* reviews(db)
  yield* favourites(db)
  yield* bookmarks(db)
  yield* annotations(db)
}

/** Stars from 1 to 5; if any rating is higher, the scale goes to ten or a hundred. */
function* reviews(db: ForeignDatabase): Generator<ImportRecord> {
  let max = 0
  for (const row of db.rows('reviews', ['rating'])) max = Math.max(max, foreignNumberOf(row.rating) ?? 0)
  const factor = max <= 5 ? 20 : max <= 10 ? 10 : 1
  const rows = { table: 'reviews', what: 'rating', item: 'media_id' }
  yield* recordsOfUsers(db, rows, ['rating', 'content', 'created_at'], (row, { userId, id }) => {
    const [stars, notes, at] = [foreignNumberOf(row.rating), foreignTextOf(row.content), foreignTimeOf(row.created_at)]
    return { type: 'rating', userId, of: 'book', id, rating: stars ? stars * factor : null, notes, at }
  })
}

function* favourites(db: ForeignDatabase): Generator<ImportRecord> {
  for (const [table, column, what] of [
    ['favorite_media', 'media_id', 'book'],
    ['favorite_series', 'series_id', 'series'],
    ['favorite_library', 'library_id', 'library'],
  ] as const) {
    for (const row of db.rows(table, [column])) {
      yield skippedRecord('favourite', importRowLabel(what, foreignIdOf(row[column])), 'favourites')
    }
  }
}

function* bookmarks(db: ForeignDatabase): Generator<ImportRecord> {
  const rows = { table: 'bookmarks', what: 'bookmark', item: 'media_id' }
  const columns = ['page', 'epubcfi', 'locator', 'preview_content', 'created_at'] as const
  yield* recordsOfUsers(db, rows, columns, (row, { userId, id: bookId }) => ({
    type: 'bookmark',
    userId,
    bookId,
    page: foreignIntegerOf(row.page),
    locator: stumpLocatorOf(row.locator, row.epubcfi),
    note: foreignTextOf(row.preview_content),
    at: foreignTimeOf(row.created_at),
  }))
}

function* annotations(db: ForeignDatabase): Generator<ImportRecord> {
  for (const table of ['media_annotations', 'media_annotation']) {
    const rows = { table, what: 'annotation', item: 'media_id' }
    const columns = [
      'highlighted_text',
      'epubcfi',
      'locator',
      'page',
      'notes',
      'created_at',
      'annotation_text',
    ] as const
    yield* recordsOfUsers(db, rows, columns, (row, { userId, id: bookId }) => {
      const locator = stumpLocatorOf(row.locator, row.epubcfi)
      const { highlight } = (locator?.text ?? {}) as { highlight?: unknown }
      return {
        type: 'annotation',
        userId,
        bookId,
        page: foreignIntegerOf(row.page),
        locator,
        text: foreignTextOf(row.highlighted_text) ?? (typeof highlight === 'string' ? highlight : null),
        note: foreignTextOf(row.notes) ?? foreignTextOf(row.annotation_text),
        color: null,
        at: foreignTimeOf(row.created_at),
      }
    })
  }
}
