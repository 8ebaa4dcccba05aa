import { sql } from 'kysely'
import type { Db, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { indexBooksForSearch, indexSeriesForSearch } from '../search/index-words.ts'
import { hideEmptySeries, unhideSeries } from '../series/hide-empty-series.ts'
import { recountSeries, recountSeriesProgress } from '../series/recount.ts'
import { hideSeriesUntilRated } from '../visibility/hide-series-until-rated.ts'
import { type AppliedBook, type AppliedChanges, noAppliedChanges } from './applied-changes.ts'
import { insertBooks } from './insert-books.ts'
import { clearBookPaths, type MovedChange, writeMovedPaths } from './move-books.ts'
import type { FileStats, ScanChange } from './scan-change.ts'
import { ensureScannedSeries } from './scanned-series.ts'
import { transferBooks } from './transfer-books.ts'

export type ScanChangeToApply = ScanChange | (MovedChange & { isEmptied?: boolean })

type ChangeOfKind<K extends ScanChange['kind']> = Extract<ScanChangeToApply, { kind: K }>

/** What every step of applying a batch works with; the steps add what they did to `applied`. */
interface Batch {
  tx: Tx
  kind: Db['kind']
  libraryId: number
  now: number
  applied: AppliedChanges
}

/**
 * Writes a batch of changes found by a scan. All or nothing: after a crash the next scan finds the rest, and no book is
 * ever half moved.
 */
export async function applyScanChanges(
  tx: Tx,
  kind: Db['kind'],
  libraryId: number,
  changes: readonly ScanChangeToApply[],
  now = Date.now(),
): Promise<AppliedChanges> {
  const applied = noAppliedChanges()
  const batch: Batch = { tx, kind, libraryId, now, applied }
  const changesOfKind = <K extends ScanChange['kind']>(wanted: K) =>
    changes.filter((change): change is ChangeOfKind<K> => change.kind === wanted)
  const displaced = changesOfKind('displaced')

  await markAsDeleted(batch, bookIdsOf([...changesOfKind('vanished'), ...displaced]))
  await clearBookPaths(tx, bookIdsOf(displaced))
  await moveBooks(batch, changesOfKind('moved'))
  for (const { bookId, file } of changesOfKind('touched')) await updateFileColumns(tx, bookId, file)
  await replaceFiles(batch, changesOfKind('replaced'))
  await restoreReturnedBooks(batch, changesOfKind('returned'))
  await addBooks(batch, changesOfKind('appeared'))
  applied.toAnalyse.push(...bookIdsOf(changesOfKind('unanalysed')))

  if (applied.moved.length > 0) await indexBooksForSearch(tx, kind, applied.moved)
  if (applied.touchedSeries.size > 0 || changesOfKind('touched').length > 0)
    await bumpRevisions(tx, 'catalog', `library:${libraryId}`)
  return applied
}

const bookIdsOf = (changes: readonly { bookId: number }[]): number[] => changes.map(({ bookId }) => bookId)

async function addBooks(batch: Batch, appeared: readonly ChangeOfKind<'appeared'>[]): Promise<void> {
  const { tx, kind, libraryId, now, applied } = batch
  if (appeared.length === 0) return
  const wantedSeries = appeared.map((change) => change.toSeries)
  const seriesByKey = await ensureScannedSeries(tx, libraryId, wantedSeries, now)
  const books = await insertBooks(tx, libraryId, appeared, seriesByKey, now)
  for (const { id, uid, series } of books) {
    applied.created.push({ id, uid, seriesId: series.id, seriesUid: series.uid, class: series.class })
    applied.toAnalyse.push(id)
    applied.touchedSeries.add(series.id)
  }
  const newSeries = [...seriesByKey.values()].filter((one) => one.isNew)
  applied.createdSeries.push(...newSeries)
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  await indexSeriesForSearch(tx, kind, idsOf(newSeries))
  await indexBooksForSearch(tx, kind, idsOf(books))
}

async function moveBooks(batch: Batch, moves: readonly ChangeOfKind<'moved'>[]): Promise<void> {
  const { tx, kind, libraryId, now, applied } = batch
  if (moves.length === 0) return
  const ids = bookIdsOf(moves)
  const transfers = moves.map((move) => ({
    bookId: move.bookId,
    fromSeriesId: move.from.seriesId,
    isEmptied: 'isEmptied' in move && move.isEmptied === true,
    toSeries: move.toSeries,
  }))
  await clearBookPaths(tx, ids)
  await writeMovedPaths(tx, moves, now)
  const { seriesOfBook, touched, created, deleted } = await transferBooks(tx, kind, libraryId, transfers, now)
  await indexSeriesForSearch(tx, kind, [...new Set([...seriesOfBook.values()].map((one) => one.id))])
  applied.createdSeries.push(...created)
  applied.deletedSeries.push(...deleted)
  applied.updated.push(...(await readBooks(tx, ids)))
  applied.moved.push(...ids)
  for (const seriesId of touched) applied.touchedSeries.add(seriesId)
}

async function replaceFiles(batch: Batch, replaced: readonly ChangeOfKind<'replaced'>[]): Promise<void> {
  const { tx, now, applied } = batch
  for (const { bookId, file, hash } of replaced) {
    const changed = { file_changed_at: now, updated_at: now }
    await updateFileColumns(tx, bookId, file, { hash, sync_hash: null, analyzed: 0, analysis_error: null, ...changed })
    applied.toAnalyse.push(bookId)
  }
  // The page positions of the old file don't apply to the new one.
  const ids = bookIdsOf(replaced)
  if (ids.length > 0) {
    await tx.deleteFrom('book_pages').where('book_id', 'in', ids).execute()
    await tx.deleteFrom('book_outline').where('book_id', 'in', ids).execute()
  }
  await restoreBooks(batch, ids)
}

async function restoreReturnedBooks(batch: Batch, returned: readonly ChangeOfKind<'returned'>[]): Promise<void> {
  for (const { bookId, file } of returned) await updateFileColumns(batch.tx, bookId, file)
  await restoreBooks(batch, bookIdsOf(returned))
}

/** Restores the class, which a deleted book doesn't have, or sets a stricter one until the book is analysed. */
async function restoreBooks(batch: Batch, bookIds: readonly number[]): Promise<void> {
  const { tx, now, applied } = batch
  if (bookIds.length === 0) return
  const books = await tx
    .selectFrom('book')
    .select(['series_id', 'analyzed', 'analysis_error'])
    .where('id', 'in', bookIds)
    .execute()
  const unanalysed = books.filter((book) => book.analyzed === 0 && book.analysis_error === null)
  const seriesOf = (some: typeof books) => [...new Set(some.map((book) => book.series_id))]
  await unhideSeries(tx, seriesOf(books))
  await hideSeriesUntilRated(tx, seriesOf(unanalysed))
  await tx
    .updateTable('book')
    .set({
      deleted_at: null,
      updated_at: now,
      class: sql<number>`(select s.class from series s where s.id = book.series_id)`,
    })
    .where('id', 'in', bookIds)
    .where('deleted_at', 'is not', null)
    .execute()
  applied.updated.push(...(await recountSeriesOfBooks(batch, bookIds)))
}

async function markAsDeleted(batch: Batch, bookIds: readonly number[]): Promise<void> {
  const { tx, now, applied } = batch
  if (bookIds.length === 0) return
  await tx
    .updateTable('book')
    .set({ deleted_at: now, class: 0, updated_at: now })
    .where('id', 'in', bookIds)
    .where('deleted_at', 'is', null)
    .execute()
  await tx.deleteFrom('duplicate_book').where('book_id', 'in', bookIds).execute()
  applied.deleted.push(...(await recountSeriesOfBooks(batch, bookIds)))
}

async function recountSeriesOfBooks({ tx, applied }: Batch, bookIds: readonly number[]): Promise<AppliedBook[]> {
  const books = await readBooks(tx, bookIds)
  const series = [...new Set(books.map((book) => book.seriesId))]
  await recountSeries(tx, series)
  await recountSeriesProgress(tx, series)
  await hideEmptySeries(tx, series)
  for (const id of series) applied.touchedSeries.add(id)
  return books
}

async function updateFileColumns(tx: Tx, bookId: number, file: FileStats, more: object = {}): Promise<void> {
  await tx
    .updateTable('book')
    .set({ file_size: file.size, mtime: file.mtime, inode: file.inode, ...more })
    .where('id', '=', bookId)
    .execute()
}

/** With the class of the series: a deleted book has none, and its readers should get the event. */
async function readBooks(tx: Tx, ids: readonly number[]): Promise<AppliedBook[]> {
  return tx
    .selectFrom('book')
    .innerJoin('series', 'series.id', 'book.series_id')
    .select(['book.id', 'book.uid', 'series.id as seriesId', 'series.uid as seriesUid', 'series.class'])
    .where('book.id', 'in', ids)
    .execute()
}
