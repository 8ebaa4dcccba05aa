import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignIntegerOf } from '../../foreign-values.ts'
import { IMPORTING_USER_ID, type ImportRecord, skippedRecord } from '../../records.ts'
import { type CalibreBooks, calibreFileOf, nameOfCalibreBook } from './calibre-books.ts'

/** Stored as stars times two, one rating shared by all users of the library. */
export function* calibreRatings(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
  const stars = new Map(
    [...db.rows('ratings', ['id', 'rating'])].map((row) => [foreignIdOf(row.id), foreignIntegerOf(row.rating)]),
  )
  for (const row of db.rows('books_ratings_link', ['book', 'rating'])) {
    const [file, rating] = [
      calibreFileOf(library, foreignIdOf(row.book), null),
      stars.get(foreignIdOf(row.rating)) ?? 0,
    ]
    if (!file)
      yield skippedRecord(
        'rating',
        nameOfCalibreBook(library, foreignIdOf(row.book)),
        library.byBook.has(foreignIdOf(row.book) ?? '') ? 'no_file' : 'item_gone',
      )
    else if (rating <= 0)
      yield skippedRecord('rating', nameOfCalibreBook(library, foreignIdOf(row.book)), 'rating_empty')
    else
      yield {
        type: 'rating',
        userId: IMPORTING_USER_ID,
        of: 'book',
        id: file.recordId,
        rating: rating * 10,
        notes: null,
        at: null,
      }
  }
}
