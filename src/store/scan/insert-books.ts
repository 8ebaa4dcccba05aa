import { sql } from 'kysely'
import { fileNameHash } from '../book/file-name-hash.ts'
import type { Tx } from '../open.ts'
import { titleSortKeys } from '../series/title-sort-keys.ts'
import { newUid, type Uid } from '../uid.ts'
import { addToVisibilityClassCounts } from '../visibility/visibility-class.ts'
import type { ScanChange } from './scan-change.ts'
import type { ScannedSeriesRow } from './scanned-series.ts'

export type AppearedChange = Extract<ScanChange, { kind: 'appeared' }>

export interface InsertedBook {
  id: number
  uid: Uid
  series: ScannedSeriesRow
}

/**
 * Inserts new books into their series. Returns those that were really new: two scans never create two books for one
 * file.
 */
export async function insertBooks(
  tx: Tx,
  libraryId: number,
  appeared: readonly AppearedChange[],
  seriesByKey: ReadonlyMap<string, ScannedSeriesRow>,
  now: number,
): Promise<InsertedBook[]> {
  if (appeared.length === 0) return []
  const rows = await tx
    .insertInto('book')
    .values(appeared.map((change) => newBook(libraryId, seriesByKey.get(change.toSeries.key)!, change, now)))
    .onConflict((conflict) => conflict.columns(['library_id', 'path']).doNothing())
    .returning(['id', 'uid', 'series_id', 'file_size'])
    .execute()
  const byId = new Map([...seriesByKey.values()].map((one) => [one.id, one]))
  const growth = new Map<number, { books: number; size: number }>()
  for (const row of rows) {
    const sum = growth.get(row.series_id) ?? { books: 0, size: 0 }
    growth.set(row.series_id, { books: sum.books + 1, size: sum.size + row.file_size })
  }
  for (const [seriesId, { books, size }] of growth) {
    await growSeries(tx, byId.get(seriesId)!, books, size, now)
  }
  return rows.map((row) => ({ id: row.id, uid: row.uid, series: byId.get(row.series_id)! }))
}

/**
 * Updates the counters by the difference: recounting a series for each batch of its books would be quadratic in a
 * folder of thirty thousand.
 */
async function growSeries(tx: Tx, series: ScannedSeriesRow, books: number, size: number, now: number): Promise<void> {
  await sql`update series set book_count = book_count + ${books}, file_size = file_size + ${size},
    last_book_at = ${now}, files_changed_at = ${now}, updated_at = ${now} where id = ${series.id}`.execute(tx)
  await addToVisibilityClassCounts(tx, series.class, books, 0)
}

function newBook(libraryId: number, series: ScannedSeriesRow, { file, guess, hash }: AppearedChange, now: number) {
  return {
    uid: newUid(),
    series_id: series.id,
    library_id: libraryId,
    class: series.class,
    title: guess.title,
    sort_key: titleSortKeys(guess.title, null).sort_key,
    number: guess.number ?? null,
    number_text: guess.numberText ?? null,
    volume: guess.volume ?? null,
    chapter: guess.chapter ?? null,
    year: guess.year ?? null,
    path: file.path,
    file_name: fileNameOf(file.path),
    name_hash: fileNameHash(fileNameOf(file.path)),
    format: guess.format,
    file_size: file.size,
    mtime: file.mtime,
    inode: file.inode,
    hash: hash ?? '',
    file_changed_at: now,
    created_at: now,
    updated_at: now,
  }
}

export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
