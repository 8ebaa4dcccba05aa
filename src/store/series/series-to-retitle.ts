import type { BookScope } from '../book/books-with-file-cover.ts'
import { listFieldsClosedToFiles } from '../metadata/plugin-held-fields.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import { indexBooksForSearch, indexSeriesForSearch } from '../search/index-words.ts'
import type { Uid } from '../uid.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import { titleSortKeys } from './title-sort-keys.ts'

export interface SeriesToRetitle {
  id: number
  uid: Uid
  libraryId: number
  libraryUid: Uid
  class: number
  title: string
  titleSort: string | null
  isLocked: boolean
}

/** Series with live books, with ids above `after`. */
export async function readSeriesToRetitle(
  db: Queryable,
  scope: Pick<BookScope, 'libraryId' | 'seriesId' | 'seriesUids' | 'sees'>,
  page: { after: number; limit: number },
): Promise<SeriesToRetitle[]> {
  let query = db.query
    .selectFrom('series as s')
    .innerJoin('library as l', 'l.id', 's.library_id')
    .select(['s.id', 's.uid', 's.library_id as libraryId', 'l.uid as libraryUid', 's.class', 's.title'])
    .select(['s.title_sort as titleSort', 's.locks'])
    .where('s.id', '>', page.after)
    .where('s.class', '<>', 0)
    .orderBy('s.id')
    .limit(page.limit)
  if (scope.libraryId) query = query.where('s.library_id', '=', scope.libraryId)
  if (scope.seriesId) query = query.where('s.id', '=', scope.seriesId)
  if (scope.seriesUids) query = query.where('s.uid', 'in', scope.seriesUids)
  if (scope.sees) query = query.where(visibilityCondition(db.kind, scope.sees, 's.class'))
  const rows = await query.execute()
  return rows.map(({ locks, ...row }) => ({ ...row, isLocked: listFieldsClosedToFiles(locks).includes('title') }))
}

/**
 * Also reindexes the books, which are found by their series' title too. A title that a user set in the meantime stays.
 */
export async function writeSeriesTitle(
  tx: Tx,
  kind: Db['kind'],
  series: SeriesToRetitle,
  title: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('series')
    .set({ title, ...titleSortKeys(title, series.titleSort), updated_at: now })
    .where('id', '=', series.id)
    .where('title', '=', series.title)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await indexSeriesForSearch(tx, kind, [series.id])
  const books = await tx.selectFrom('book').select('id').where('series_id', '=', series.id).execute()
  await indexBooksForSearch(
    tx,
    kind,
    books.map((book) => book.id),
  )
  return true
}
