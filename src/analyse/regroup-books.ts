import type { FileMetadata } from '../catalog/merge/book-facts.ts'
import type { Db, Tx } from '../store/open.ts'
import { type SeriesTransfer, type TransferredBooks, transferBooks } from '../store/scan/transfer-books.ts'
import { readSeriesBookCounts } from '../store/series/series-books.ts'
import type { RegroupedSeries } from './emit-regrouped-series.ts'
import type { FinalisePlan } from './finalise-series.ts'

export interface BookToRegroup {
  id: number
  path: string
  libraryId: number
  seriesId: number
  /** The key of its series. */
  seriesPath: string
  /** The metadata in its file; undefined if unknown. */
  file: FileMetadata | undefined
}

export interface RegroupedBooks {
  /** The library ids of the affected series, by their ids. */
  touched: Map<number, number>
  /** The new series of each book that moved, by the book's id. */
  seriesOfBook: TransferredBooks['seriesOfBook']
  /** What became of the series, by library id. */
  series: Map<number, RegroupedSeries>
}

/** Moves books whose series depends on the metadata in the file, known only after analysis. */
export async function regroupBooks(
  tx: Tx,
  kind: Db['kind'],
  libraries: FinalisePlan['libraries'],
  books: readonly BookToRegroup[],
  now: number,
): Promise<RegroupedBooks> {
  const touched = new Map(books.map((book) => [book.seriesId, book.libraryId]))
  const done: RegroupedBooks = { touched, seriesOfBook: new Map(), series: new Map() }
  for (const [libraryId, { rules }] of libraries) {
    if (!rules.usesMetadata) continue
    const leaving = books.flatMap((book) => {
      if (book.libraryId !== libraryId || !book.file) return []
      const { toSeries } = rules.placeInSeries(book.path, book.file)
      return toSeries.key === book.seriesPath ? [] : [{ book, toSeries }]
    })
    if (leaving.length === 0) continue
    const sizes = await readSeriesBookCounts(
      tx,
      leaving.map(({ book }) => book.seriesId),
    )
    const leavers = (seriesId: number) => leaving.filter(({ book }) => book.seriesId === seriesId).length
    const transfers: SeriesTransfer[] = leaving.map(({ book, toSeries }) => ({
      bookId: book.id,
      fromSeriesId: book.seriesId,
      isEmptied: leavers(book.seriesId) >= (sizes.get(book.seriesId) ?? 0),
      toSeries,
    }))
    const moved = await transferBooks(tx, kind, libraryId, transfers, now)
    for (const [bookId, series] of moved.seriesOfBook) done.seriesOfBook.set(bookId, series)
    for (const seriesId of moved.touched) touched.set(seriesId, libraryId)
    done.series.set(libraryId, moved)
  }
  return done
}
