import type { Selectable } from 'kysely'
import { NO_REVISION } from '../cache/revision-cache.ts'
import { defineViewerCache } from '../cache/viewer-cache.ts'
import type { Db, Queryable } from '../open.ts'
import { prepareOnce } from '../prepare-once.ts'
import type { Tables } from '../tables.ts'
import { uidMapKey } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export type ProgressRow = Selectable<Tables['progress']>
export type PositionRow = Selectable<Tables['reading_position']>

/** The fields of a book that progress needs. Undefined if the book doesn't exist, or the viewer may not see it. */
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

export function findReadableBook(
  db: Db,
  viewer: Viewer,
  uid: Uint8Array,
): ReadableBook | undefined | Promise<ReadableBook | undefined> {
  const read = async () => (await askForReadableBook(db, viewer.sees, { uid }))[0]
  const cache = readableBooksCache(db, viewer)
  return cache ? cache.load(uidMapKey(uid), NO_REVISION, read) : read()
}

/** Read with every page turn. */
const readableBooksCache = defineViewerCache<string, Readonly<ReadableBook> | undefined>('readable_books', {
  scopesOf: () => ['catalog'],
})
const askForReadableBook = prepareOnce('readable_book_queries', ['uid'], (db, sees, { uid }: { uid: Uint8Array }) =>
  selectReadableBooks(db, { sees }).where('b.uid', '=', uid).limit(1).compile(),
)

export const selectReadableBooks = (db: Queryable, viewer: Pick<Viewer, 'sees'>) =>
  db.query
    .selectFrom('book as b')
    .innerJoin('series as s', 's.id', 'b.series_id')
    .innerJoin('library as l', 'l.id', 'b.library_id')
    .select(['b.id', 'b.uid', 'b.series_id as seriesId', 's.uid as seriesUid', 'l.uid as libraryUid', 'b.class'])
    .select(['b.page_count as pageCount', 'b.format'])
    .where(visibilityCondition(db.kind, viewer.sees, 'b.class'))

/** Reads the current progress synchronously; not for use within a transaction. */
export function findProgressSync(
  rowsSync: NonNullable<Db['rowsSync']>,
  userId: number,
  bookId: number,
): ProgressRow | undefined {
  return rowsSync(FIND_PROGRESS_SQL, [userId, bookId])[0] as ProgressRow | undefined
}

export const FIND_PROGRESS_SQL = 'select * from progress where user_id = ? and book_id = ?'

export async function findProgress(db: Queryable, viewer: Viewer, bookId: number): Promise<ProgressRow | undefined> {
  return db.query
    .selectFrom('progress')
    .selectAll()
    .where('user_id', '=', viewer.userId)
    .where('book_id', '=', bookId)
    .executeTakeFirst()
}

/**
 * The exact position as last reported by an app, in its own format; the fields are null if a later write knew only the
 * page.
 */
export async function findPosition(db: Queryable, viewer: Viewer, bookId: number): Promise<PositionRow | undefined> {
  return db.query
    .selectFrom('reading_position')
    .selectAll()
    .where('user_id', '=', viewer.userId)
    .where('book_id', '=', bookId)
    .executeTakeFirst()
}
