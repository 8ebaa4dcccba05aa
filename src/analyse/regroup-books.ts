import type { FileMetadata } from '../catalog/merge/book-facts.ts'
import type { Db, Tx } from '../store/open.ts'
import { dropEmptySeries } from '../store/scan/empty-series.ts'
import { prepareTargetSeries, type SeriesTransfer, transferBooks } from '../store/scan/move-books.ts'
import { hideEmptySeries } from '../store/series/hide-empty-series.ts'
import { recountSeries, recountSeriesProgress } from '../store/series/recount.ts'
import { readSeriesBookCounts } from '../store/series/series-books.ts'
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

/**
 * Moves books whose series depends on the metadata in the file, known only after analysis. Returns the ids of affected
 * series with their library ids.
 */
export async function regroupBooks(
  tx: Tx,
  kind: Db['kind'],
  libraries: FinalisePlan['libraries'],
  books: readonly BookToRegroup[],
  now: number,
): Promise<Map<number, number>> {
  const touched = new Map(books.map((book) => [book.seriesId, book.libraryId]))
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
    const seriesByKey = await prepareTargetSeries(tx, libraryId, transfers, now)
    const moves = transfers.map(({ bookId, toSeries }) => ({ bookId, series: seriesByKey.get(toSeries.key)! }))
    await transferBooks(tx, libraryId, moves, now)
    const both = [...transfers.map((transfer) => transfer.fromSeriesId), ...moves.map((move) => move.series.id)]
    await recountSeries(tx, both)
    await recountSeriesProgress(tx, both)
    await hideEmptySeries(tx, both)
    await dropEmptySeries(
      tx,
      kind,
      transfers.map(({ fromSeriesId, toSeries }) => ({
        seriesId: fromSeriesId,
        heirId: seriesByKey.get(toSeries.key)!.id,
      })),
      now,
    )
    for (const seriesId of both) touched.set(seriesId, libraryId)
  }
  return touched
}
