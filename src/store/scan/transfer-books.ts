import { sql } from 'kysely'
import type { Db, Tx } from '../open.ts'
import { dateSeriesByOldestBook } from '../series/date-series-by-books.ts'
import { hideEmptySeries } from '../series/hide-empty-series.ts'
import { recountSeries, recountSeriesProgress } from '../series/recount.ts'
import { dropEmptySeries, type RemovedSeries } from './empty-series.ts'
import type { ScannedSeries } from './scan-change.ts'
import { ensureScannedSeries, findScannedSeries, renameScannedSeries, type ScannedSeriesRow } from './scanned-series.ts'

/** A book that moves from one series to another. */
export interface SeriesTransfer {
  bookId: number
  fromSeriesId: number
  /** No book of that series is at its old path: the series itself has moved. */
  isEmptied: boolean
  toSeries: ScannedSeries
}

export interface TransferredBooks {
  /** The new series of each book, by the book's id. */
  seriesOfBook: Map<number, ScannedSeriesRow>
  /** The ids of all series that lost or got books. */
  touched: Set<number>
  created: ScannedSeriesRow[]
  deleted: RemovedSeries[]
}

/** Moves books to other series; all their data stays with them. Series that lose all their books are deleted. */
export async function transferBooks(
  tx: Tx,
  kind: Db['kind'],
  libraryId: number,
  transfers: readonly SeriesTransfer[],
  now: number,
): Promise<TransferredBooks> {
  const seriesByKey = await prepareTargetSeries(tx, libraryId, transfers, now)
  const seriesOfBook = new Map(transfers.map(({ bookId, toSeries }) => [bookId, seriesByKey.get(toSeries.key)!]))
  await writeSeriesOfBooks(tx, libraryId, seriesOfBook, now)
  const targets = [...seriesByKey.values()]
  await dateSeriesByOldestBook(
    tx,
    kind,
    targets.map((one) => one.id),
  )
  const touched = new Set([...transfers.map((one) => one.fromSeriesId), ...targets.map((one) => one.id)])
  await recountSeries(tx, [...touched])
  await recountSeriesProgress(tx, [...touched])
  // Before hiding: hidden series have no audience, so no listener would receive the deletion.
  const deleted = await dropEmptySeries(
    tx,
    kind,
    transfers.map(({ bookId, fromSeriesId }) => ({ seriesId: fromSeriesId, heirId: seriesOfBook.get(bookId)!.id })),
    now,
  )
  await hideEmptySeries(tx, [...touched])
  return { seriesOfBook, touched, created: targets.filter((one) => one.isNew), deleted }
}

/**
 * The target series of these books. When a whole series moves to a key that has no series yet, its row moves with it:
 * ratings, lists, locks and edits are kept.
 */
async function prepareTargetSeries(
  tx: Tx,
  libraryId: number,
  transfers: readonly SeriesTransfer[],
  now: number,
): Promise<Map<string, ScannedSeriesRow>> {
  const wanted = new Map(transfers.map((transfer) => [transfer.toSeries.key, transfer.toSeries]))
  const there = await findScannedSeries(tx, libraryId, [...wanted.keys()])
  const taken = new Set([...there.values()].map((one) => one.id))
  for (const [key, toSeries] of wanted) {
    if (there.has(key)) continue
    const heir = maxMoved(transfers, key, taken)
    if (heir === undefined) continue
    taken.add(heir)
    await renameScannedSeries(tx, heir, libraryId, toSeries, now)
  }
  const comes = (key: string, { id }: ScannedSeriesRow) =>
    transfers.some(({ toSeries, fromSeriesId }) => toSeries.key === key && fromSeriesId !== id)
  return ensureScannedSeries(tx, libraryId, [...wanted.values()], now, comes)
}

function maxMoved(transfers: readonly SeriesTransfer[], key: string, taken: ReadonlySet<number>): number | undefined {
  const counts = new Map<number, number>()
  for (const transfer of transfers) {
    if (transfer.toSeries.key !== key || !transfer.isEmptied || taken.has(transfer.fromSeriesId)) continue
    counts.set(transfer.fromSeriesId, (counts.get(transfer.fromSeriesId) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

async function writeSeriesOfBooks(
  tx: Tx,
  libraryId: number,
  seriesOfBook: ReadonlyMap<number, ScannedSeriesRow>,
  now: number,
): Promise<void> {
  // Two statements per series, not per book: other writers wait for these rows.
  for (const some of Map.groupBy(seriesOfBook, ([, series]) => series.id).values()) {
    const series = some[0]![1]
    const ids = some.map(([bookId]) => bookId)
    await tx
      .updateTable('book')
      .set({
        series_id: series.id,
        library_id: libraryId,
        class: sql<number>`case when deleted_at is null then ${series.class} else 0 end`,
        updated_at: now,
      })
      .where('id', 'in', ids)
      .execute()
    await tx.updateTable('progress').set({ series_id: series.id }).where('book_id', 'in', ids).execute()
  }
}
