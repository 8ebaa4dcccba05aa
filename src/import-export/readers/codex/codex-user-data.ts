import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignNumberOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import type { ImportRecord } from '../../records.ts'
import { recordsOfUsers, skippedOrphan } from '../rows-of-users.ts'

export function* codexRatings(db: ForeignDatabase): Generator<ImportRecord> {
  const rows = { table: 'user_series_ratings', what: 'rating', item: 'series_id' }
  yield* recordsOfUsers(db, rows, ['rating', 'notes', 'updated_at'], (row, { userId, id }) => {
    const [rating, notes, at] = [foreignNumberOf(row.rating), foreignTextOf(row.notes), foreignTimeOf(row.updated_at)]
    return { type: 'rating', userId, of: 'series', id, rating, notes, at }
  })
}

export function* codexWantToRead(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('want_to_read', ['user_id', 'series_id', 'book_id', 'added_at'], { order: ['position'] })) {
    const [userId, seriesId, bookId] = [foreignIdOf(row.user_id), foreignIdOf(row.series_id), foreignIdOf(row.book_id)]
    const id = seriesId ?? bookId
    if (userId && id)
      yield { type: 'wantToRead', userId, of: seriesId ? 'series' : 'book', id, at: foreignTimeOf(row.added_at) }
    else yield skippedOrphan('wantToRead', id)
  }
}
