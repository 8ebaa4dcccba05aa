import { transferUserDataToDuplicate } from '../duplicate/transfer-user-data-to-duplicate.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { removeSeries } from '../scan/empty-series.ts'
import { deleteIndexedWords } from '../search/index-words.ts'
import { hideEmptySeries } from '../series/hide-empty-series.ts'
import { recountSeries, recountSeriesProgress } from '../series/recount.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export interface DeletedBook {
  id: number
  uid: Uint8Array
  seriesId: number
  seriesUid: Uint8Array
  class: number
  coverVersion: number
}

/** Deleted books of a library or of one series, a batch at a time; only of series that the viewer sees. */
export async function readDeletedBooks(
  db: Queryable,
  of: { libraryId: number; seriesId?: number; viewer?: Viewer },
  limit: number,
): Promise<DeletedBook[]> {
  let query = db.query
    .selectFrom('book as b')
    .innerJoin('series as s', 's.id', 'b.series_id')
    .select([
      'b.id',
      'b.uid',
      'b.series_id as seriesId',
      's.uid as seriesUid',
      's.class',
      'b.cover_version as coverVersion',
    ])
    .where('b.library_id', '=', of.libraryId)
    .where('b.deleted_at', 'is not', null)
    .limit(limit)
  if (of.seriesId !== undefined) query = query.where('b.series_id', '=', of.seriesId)
  // A series without books has no class: only viewers who see everything get its remaining books.
  if (of.viewer && !of.viewer.sees.everything)
    query = query.where(visibilityCondition(db.kind, of.viewer.sees, 's.class'))
  return query.execute()
}

export async function countDeletedAndLiveBooks(
  db: Queryable,
  libraryId: number,
): Promise<{ deleted: number; live: number }> {
  const { deleted } = await db.query
    .selectFrom('book')
    .select((eb) => eb.fn.countAll<number>().as('deleted'))
    .where('library_id', '=', libraryId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const { live } = await db.query
    .selectFrom('series')
    .select((eb) => eb.fn.sum<number | null>('book_count').as('live'))
    .where('library_id', '=', libraryId)
    .executeTakeFirstOrThrow()
  return { deleted: Number(deleted), live: Number(live ?? 0) }
}

export interface PurgedSeries {
  uid: Uint8Array
  class: number
}

/** Permanently removes these books with all dependent data, and series that have no books left. */
export async function purgeBooks(
  tx: Tx,
  kind: Db['kind'],
  libraryId: number,
  books: readonly DeletedBook[],
): Promise<PurgedSeries[]> {
  const ids = books.map((book) => book.id)
  if (ids.length === 0) return []
  for (const id of ids) await transferUserDataToDuplicate(tx, id)
  await tx.deleteFrom('book').where('id', 'in', ids).where('deleted_at', 'is not', null).execute()
  await deleteIndexedWords(tx, kind, 'book', ids)
  const seriesIds = [...new Set(books.map((book) => book.seriesId))]
  const inUse = await tx.selectFrom('book').select('series_id').where('series_id', 'in', seriesIds).distinct().execute()
  const stillUsed = new Set(inUse.map((row) => row.series_id))
  const removed: PurgedSeries[] = []
  for (const seriesId of seriesIds.filter((id) => !stillUsed.has(id))) {
    const gone = await removeSeries(tx, kind, seriesId)
    if (gone) removed.push(gone)
  }
  await recountSeries(tx, [...stillUsed])
  await recountSeriesProgress(tx, [...stillUsed])
  await hideEmptySeries(tx, [...stillUsed])
  await bumpRevisions(tx, 'catalog', `library:${libraryId}`)
  return removed
}
