import { sql } from 'kysely'
import { fileNameHash } from '../book/file-name-hash.ts'
import type { Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { fileNameOf } from './insert-books.ts'
import type { ScanChange, ScannedSeries } from './scan-change.ts'
import { ensureScannedSeries, findScannedSeries, renameScannedSeries, type ScannedSeriesRow } from './scanned-series.ts'

export type MovedChange = Extract<ScanChange, { kind: 'moved' }>

/** A book that moves from one series to another. */
export interface SeriesTransfer {
  bookId: number
  fromSeriesId: number
  /** No book of that series is at its old path: the series itself has moved. */
  isEmptied: boolean
  toSeries: ScannedSeries
}

/**
 * The target series of these books. When a whole series moves to a key that has no series yet, its row moves with it:
 * ratings, lists, locks and edits are kept.
 */
export async function prepareTargetSeries(
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

/** Moves books to other series; all their data stays with them. */
export async function transferBooks(
  tx: Tx,
  libraryId: number,
  books: readonly { bookId: number; series: ScannedSeriesRow }[],
  now: number,
): Promise<void> {
  // Two statements per series, not per book: other writers wait for these rows.
  for (const some of Map.groupBy(books, ({ series }) => series.id).values()) {
    const { series } = some[0]!
    const ids = some.map(({ bookId }) => bookId)
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

export async function writeMovedPaths(tx: Tx, moved: readonly MovedChange[], now: number): Promise<void> {
  for (const { bookId, file, guess } of moved) {
    await tx
      .updateTable('book')
      .set({
        path: file.path,
        file_name: fileNameOf(file.path),
        name_hash: fileNameHash(fileNameOf(file.path)),
        format: sql<string>`case when analyzed = 1 then format else ${guess.format} end`,
        file_size: file.size,
        mtime: file.mtime,
        inode: file.inode,
        deleted_at: null,
        updated_at: now,
      })
      .where('id', '=', bookId)
      .execute()
  }
}

/** Clears these books' paths, so that others can get them in the same transaction (two files that swapped names). */
export async function clearBookPaths(tx: Tx, bookIds: readonly number[]): Promise<void> {
  if (bookIds.length === 0) return
  // No path on disk begins with a slash.
  await tx.updateTable('book').set({ path: sql<string>`'//' || id` }).where('id', 'in', bookIds).execute()
}

/** Sets a new path for the same book, after its file was renamed. */
export async function setBookPath(tx: Tx, bookId: number, path: string): Promise<void> {
  await tx
    .updateTable('book')
    .set({ path, file_name: fileNameOf(path), name_hash: fileNameHash(fileNameOf(path)), updated_at: Date.now() })
    .where('id', '=', bookId)
    .execute()
  await bumpRevisions(tx, 'catalog')
}
