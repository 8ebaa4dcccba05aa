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
  const changesOfKind = <K extends ScanChange['kind']>(wanted: K) =>
    changes.filter((change): change is Extract<ScanChange, { kind: K }> => change.kind === wanted)

  await leave(
    tx,
    [...changesOfKind('vanished'), ...changesOfKind('displaced')].map((change) => change.bookId),
    applied,
    now,
  )
  await clearBookPaths(
    tx,
    changesOfKind('displaced').map((change) => change.bookId),
  )
  await move(tx, kind, libraryId, changesOfKind('moved'), applied, now)
  for (const change of changesOfKind('touched')) await noteFile(tx, change.bookId, change.file, {})
  await replace(tx, changesOfKind('replaced'), applied, now)
  await comeBack(tx, changesOfKind('returned'), applied, now)
  await appear(tx, kind, libraryId, changesOfKind('appeared'), applied, now)
  for (const change of changesOfKind('unanalysed')) applied.toAnalyse.push(change.bookId)

  if (applied.moved.length > 0) await indexBooksForSearch(tx, kind, applied.moved)
  if (applied.touchedSeries.size > 0 || changesOfKind('touched').length > 0)
    await bumpRevisions(tx, 'catalog', `library:${libraryId}`)
  return applied
}

async function appear(
  tx: Tx,
  kind: Db['kind'],
  libraryId: number,
  appeared: readonly Extract<ScanChange, { kind: 'appeared' }>[],
  applied: AppliedChanges,
  now: number,
): Promise<void> {
  if (appeared.length === 0) return
  const seriesByKey = await ensureScannedSeries(
    tx,
    libraryId,
    appeared.map((change) => change.toSeries),
    now,
  )
  const books = await insertBooks(tx, libraryId, appeared, seriesByKey, now)
  for (const { id, uid, series } of books) {
    applied.created.push({ id, uid, seriesId: series.id, seriesUid: series.uid, class: series.class })
    applied.toAnalyse.push(id)
    applied.touchedSeries.add(series.id)
  }
  const made = [...seriesByKey.values()].filter((one) => one.isNew)
  applied.createdSeries.push(...made)
  await indexSeriesForSearch(
    tx,
    kind,
    made.map((one) => one.id),
  )
  await indexBooksForSearch(
    tx,
    kind,
    books.map((book) => book.id),
  )
}

async function move(
  tx: Tx,
  kind: Db['kind'],
  libraryId: number,
  moved: readonly ScanChangeToApply[],
  applied: AppliedChanges,
  now: number,
): Promise<void> {
  const moves = moved as (MovedChange & { isEmptied?: boolean })[]
  if (moves.length === 0) return
  const ids = moves.map((change) => change.bookId)
  const transfers = moves.map(({ bookId, from, isEmptied, toSeries }) => ({
    bookId,
    fromSeriesId: from.seriesId,
    isEmptied: isEmptied ?? false,
    toSeries,
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

async function replace(
  tx: Tx,
  replaced: readonly Extract<ScanChange, { kind: 'replaced' }>[],
  applied: AppliedChanges,
  now: number,
): Promise<void> {
  for (const { bookId, file, hash } of replaced) {
    const changed = { file_changed_at: now, updated_at: now }
    await noteFile(tx, bookId, file, { hash, sync_hash: null, analyzed: 0, analysis_error: null, ...changed })
    applied.toAnalyse.push(bookId)
  }
  // The page positions of the old file don't apply to the new one.
  const ids = replaced.map((change) => change.bookId)
  if (ids.length > 0) {
    await tx.deleteFrom('book_pages').where('book_id', 'in', ids).execute()
    await tx.deleteFrom('book_outline').where('book_id', 'in', ids).execute()
  }
  await restore(
    tx,
    replaced.map((change) => change.bookId),
    applied,
    now,
  )
}

async function comeBack(
  tx: Tx,
  returned: readonly Extract<ScanChange, { kind: 'returned' }>[],
  applied: AppliedChanges,
  now: number,
): Promise<void> {
  for (const { bookId, file } of returned) await noteFile(tx, bookId, file, {})
  await restore(
    tx,
    returned.map((change) => change.bookId),
    applied,
    now,
  )
}

/** Restores the class, which a deleted book doesn't have, or sets a stricter one until the book is analysed. */
async function restore(tx: Tx, bookIds: readonly number[], applied: AppliedChanges, now: number): Promise<void> {
  if (bookIds.length === 0) return
  const books = await tx
    .selectFrom('book')
    .select(['series_id', 'analyzed', 'analysis_error'])
    .where('id', 'in', bookIds)
    .execute()
  const unread = books.filter((book) => book.analyzed === 0 && book.analysis_error === null)
  const seriesOf = (some: typeof books) => [...new Set(some.map((book) => book.series_id))]
  await unhideSeries(tx, seriesOf(books))
  await hideSeriesUntilRated(tx, seriesOf(unread))
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
  await settleBooks(tx, bookIds, applied.updated, applied)
}

async function leave(tx: Tx, bookIds: readonly number[], applied: AppliedChanges, now: number): Promise<void> {
  if (bookIds.length === 0) return
  await tx
    .updateTable('book')
    .set({ deleted_at: now, class: 0, updated_at: now })
    .where('id', 'in', bookIds)
    .where('deleted_at', 'is', null)
    .execute()
  await tx.deleteFrom('duplicate_book').where('book_id', 'in', bookIds).execute()
  await settleBooks(tx, bookIds, applied.deleted, applied)
}

async function settleBooks(
  tx: Tx,
  bookIds: readonly number[],
  into: AppliedBook[],
  applied: AppliedChanges,
): Promise<void> {
  const books = await readBooks(tx, bookIds)
  into.push(...books)
  const series = [...new Set(books.map((book) => book.seriesId))]
  await recountSeries(tx, series)
  await recountSeriesProgress(tx, series)
  await hideEmptySeries(tx, series)
  for (const id of series) applied.touchedSeries.add(id)
}

async function noteFile(tx: Tx, bookId: number, file: FileStats, more: object): Promise<void> {
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
