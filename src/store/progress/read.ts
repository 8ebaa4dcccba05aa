import type { Selectable } from 'kysely'
import type { Queryable } from '../open.ts'
import type { Tables } from '../tables.ts'
import type { Viewer } from '../viewer.ts'
import { isVisible } from '../visibility/filter.ts'

export type ProgressRow = Selectable<Tables['progress']>
export type PositionRow = Selectable<Tables['progress_place']>

/** What progress needs to know of a book. Undefined when there is none, or the viewer may not see it. */
export interface ReadableBook {
  id: number
  uid: Uint8Array
  seriesId: number
  seriesUid: Uint8Array
  libraryUid: Uint8Array
  class: number
  pageCount: number
  format: string
}

export async function findReadableBook(
  db: Queryable,
  viewer: Viewer,
  uid: Uint8Array,
): Promise<ReadableBook | undefined> {
  return readableBooks(db, viewer).where('b.uid', '=', uid).executeTakeFirst()
}

export const readableBooks = (db: Queryable, viewer: Viewer) =>
  db.query
    .selectFrom('book as b')
    .innerJoin('series as s', 's.id', 'b.series_id')
    .innerJoin('library as l', 'l.id', 'b.library_id')
    .select(['b.id', 'b.uid', 'b.series_id as seriesId', 's.uid as seriesUid', 'l.uid as libraryUid', 'b.class'])
    .select(['b.page_count as pageCount', 'b.format'])
    .where(isVisible(db.kind, viewer.sees, 'b.class'))

export async function findProgress(db: Queryable, viewer: Viewer, bookId: number): Promise<ProgressRow | undefined> {
  return db.query
    .selectFrom('progress')
    .selectAll()
    .where('user_id', '=', viewer.userId)
    .where('book_id', '=', bookId)
    .executeTakeFirst()
}

/** Where exactly, in the words of the app that said so last; undefined when a later write knew only the page. */
export async function findPosition(db: Queryable, viewer: Viewer, bookId: number): Promise<PositionRow | undefined> {
  return db.query
    .selectFrom('progress_place')
    .selectAll()
    .where('user_id', '=', viewer.userId)
    .where('book_id', '=', bookId)
    .executeTakeFirst()
}
