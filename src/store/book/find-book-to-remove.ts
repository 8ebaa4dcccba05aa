import type { Queryable } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { DeletedBook } from './purge.ts'

/** A book to remove from the library, whether its file still exists or not. */
export interface BookToRemove extends DeletedBook {
  libraryId: number
  libraryUid: Uint8Array
  /** The library's folder. */
  root: string
  /** Relative to `root`. */
  path: string
  isDeleted: boolean
}

/** Uses the class of its series: a book whose file is missing has none. */
export async function findBookToRemove(
  db: Queryable,
  viewer: Viewer,
  uid: Uint8Array,
): Promise<BookToRemove | undefined> {
  const row = await db.query
    .selectFrom('book as b')
    .innerJoin('series as s', 's.id', 'b.series_id')
    .innerJoin('library as l', 'l.id', 'b.library_id')
    .select(['b.id', 'b.uid', 'b.path', 'b.series_id as seriesId', 's.uid as seriesUid', 's.class'])
    .select(['b.cover_version as coverVersion', 'b.deleted_at', 'l.id as libraryId', 'l.uid as libraryUid'])
    .select('l.path as root')
    .where('b.uid', '=', uid)
    // A series without books has no class either: only viewers who see everything see its remaining books.
    .$if(!viewer.sees.everything, (query) => query.where(visibilityCondition(db.kind, viewer.sees, 's.class')))
    .executeTakeFirst()
  if (!row) return undefined
  const { deleted_at, ...book } = row
  return { ...book, isDeleted: deleted_at !== null }
}
