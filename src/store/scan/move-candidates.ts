import { sql } from 'kysely'
import { firstSeenSql } from '../book/first-seen.ts'
import type { Queryable } from '../open.ts'

/** A book that may be the origin of a file found elsewhere. */
export interface MoveCandidate {
  id: number
  seriesId: number
  libraryId: number
  root: string
  path: string
  size: number
  mtime: number
  inode: string
  hash: string
  isDeleted: boolean
  firstSeenAt: number
}

/**
 * Those of these sizes that a stored book has: only then can a new file be a known book and be worth reading. Books
 * added during this scan (ids above `lastIdBeforeScan`) don't count, so a first scan opens no files.
 */
export async function filterKnownFileSizes(
  db: Queryable,
  sizes: readonly number[],
  lastIdBeforeScan: number,
): Promise<Set<number>> {
  if (sizes.length === 0 || lastIdBeforeScan === 0) return new Set()
  const json = JSON.stringify([...new Set(sizes)])
  const list =
    db.kind === 'sqlite'
      ? sql`select value as size from json_each(${json})`
      : sql`select value::bigint as size from jsonb_array_elements_text(${json}::jsonb)`
  const { rows } = await sql<{ size: number }>`select w.size from (${list}) w where exists (
    select 1 from book b where b.file_size = w.size and b.id <= ${lastIdBeforeScan})`.execute(db.query)
  return new Set(rows.map((row) => Number(row.size)))
}

/** Books with the same hash or, for books that aren't analysed yet, the same size and inode. */
export async function findMoveCandidates(
  db: Queryable,
  files: readonly { hash: string; size: number; inode: string }[],
  of: { libraryIds: readonly number[]; lastIdBeforeScan: number },
): Promise<MoveCandidate[]> {
  if (files.length === 0) return []
  const hashes = files.map((file) => file.hash)
  const inodes = files.map((file) => file.inode)
  const sizes = [...new Set(files.map((file) => file.size))]
  const known = await candidates(db, of).where('book.hash', 'in', hashes).execute()
  const unread = await candidates(db, of)
    .where('book.file_size', 'in', sizes)
    .where('book.hash', '=', '')
    .where('book.inode', 'in', inodes)
    .execute()
  return [...known, ...unread].map(({ deleted_at, ...row }) => ({ ...row, isDeleted: deleted_at !== null }))
}

function candidates(
  db: Queryable,
  { libraryIds, lastIdBeforeScan }: { libraryIds: readonly number[]; lastIdBeforeScan: number },
) {
  return db.query
    .selectFrom('book')
    .innerJoin('library', 'library.id', 'book.library_id')
    .select([
      'book.id',
      'book.series_id as seriesId',
      'book.library_id as libraryId',
      'library.path as root',
      'book.path',
      'book.file_size as size',
      'book.mtime',
      'book.inode',
      'book.hash',
      'book.deleted_at',
      firstSeenSql('book').as('firstSeenAt'),
    ])
    .where('book.library_id', 'in', libraryIds)
    .where('book.id', '<=', lastIdBeforeScan)
}

/** The newest book id, overall or before some time: higher ids were added during the scan. */
export async function findNewestBookId(db: Queryable, before?: number): Promise<number> {
  const row = await db.query
    .selectFrom('book')
    .select((eb) => eb.fn.max('id').as('newest'))
    .$if(before !== undefined, (query) => query.where(firstSeenSql('book'), '<', before!))
    .executeTakeFirst()
  return row?.newest ?? 0
}

/**
 * Libraries that the same users may open, including this one: a book can move between them with everyone's progress,
 * without revealing anything to the wrong users.
 */
export async function findLibrariesOpenToSameUsers(db: Queryable, libraryId: number): Promise<number[]> {
  const libraries = await db.query.selectFrom('library').select('id').execute()
  const access = await db.query
    .selectFrom('user_library')
    .innerJoin('user', 'user.id', 'user_library.user_id')
    .select(['user_library.library_id as libraryId', 'user_library.user_id as userId'])
    .where('user.all_libraries', '=', 0)
    .orderBy('user_library.user_id')
    .execute()
  const keyOf = (id: number) =>
    access
      .filter((row) => row.libraryId === id)
      .map((row) => row.userId)
      .join(',')
  const mine = keyOf(libraryId)
  return libraries.map((library) => library.id).filter((id) => keyOf(id) === mine)
}

/** The paths of the live books of a series. */
export async function readBookPathsOfSeries(
  db: Queryable,
  seriesId: number,
): Promise<{ id: number; root: string; path: string }[]> {
  return db.query
    .selectFrom('book')
    .innerJoin('library', 'library.id', 'book.library_id')
    .select(['book.id', 'library.path as root', 'book.path'])
    .where('book.series_id', '=', seriesId)
    .where('book.deleted_at', 'is', null)
    .execute()
}

export async function readStoredBookFacts(db: Queryable, bookId: number): Promise<string | undefined> {
  const row = await db.query.selectFrom('book_meta').select('facts').where('book_id', '=', bookId).executeTakeFirst()
  return row?.facts
}

export async function readBookHashes(db: Queryable, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query.selectFrom('book').select(['id', 'hash']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.hash]))
}
