import { sql } from 'kysely'
import type { Publication } from '../../formats/publication.ts'
import { firstSeenSql } from '../book/first-seen.ts'
import { decodePageIndex } from '../book/page-index.ts'
import { decodePublicationStructure } from '../book/publication-structure.ts'
import { inChunks } from '../in-chunks.ts'
import type { Queryable } from '../open.ts'
import type { FileStats } from './scan-change.ts'

/** The fields of a book that decide whether another is the same. */
export interface BookToCompare {
  id: number
  seriesId: number
  libraryId: number
  firstSeenAt: number
  hash: string
  file: FileStats
  /** Undefined: not analysed yet. */
  contents: Pick<Publication, 'pages' | 'readingOrder' | 'resources'> | undefined
}

/** The books added during the scan: those with ids above `lastKnownId`. */
export async function listNewBooks(
  db: Queryable,
  libraryId: number,
  lastKnownId: number,
): Promise<{ id: number; path: string; seriesId: number }[]> {
  return db.query
    .selectFrom('book')
    .select(['id', 'path', 'series_id as seriesId'])
    .where('id', '>', lastKnownId)
    .where(libraryIdWithoutIndexSql, '=', libraryId)
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Used instead of the column: SQLite would scan the whole library, because it can't know that few books are that new.
 */
export const libraryIdWithoutIndexSql = sql<number>`+library_id`

/** Books that were already missing, the latest ones: users who retag a book may remove it first. */
export async function listMissingBooks(
  db: Queryable,
  libraryIds: readonly number[],
  lastKnownId: number,
  max = 500,
): Promise<{ id: number; path: string }[]> {
  return db.query
    .selectFrom('book')
    .select(['id', 'path'])
    .where('library_id', 'in', libraryIds)
    .where('deleted_at', 'is not', null)
    .where('analyzed', '=', 1)
    .where('id', '<=', lastKnownId)
    .orderBy('deleted_at', 'desc')
    .limit(max)
    .execute()
}

/** In batches: the pages of all books of a library don't fit into memory. */
export async function* readBooksToCompare(db: Queryable, ids: readonly number[]): AsyncGenerator<BookToCompare[]> {
  for (const some of inChunks(ids, AT_ONCE)) {
    const rows = await db.query
      .selectFrom('book as b')
      .leftJoin('book_pages as p', 'p.book_id', 'b.id')
      .leftJoin('book_outline as o', 'o.book_id', 'b.id')
      .select(['b.id', 'b.series_id as seriesId', 'b.library_id as libraryId', 'b.analyzed'])
      .select([firstSeenSql('b').as('firstSeenAt'), 'b.hash'])
      .select(['b.path', 'b.file_size as size', 'b.mtime', 'b.inode', 'p.pages', 'o.outline'])
      .where('b.id', 'in', some)
      .execute()
    yield rows.map(({ path, size, mtime, inode, analyzed, pages, outline, ...book }) => {
      const file = { path, size, mtime, inode }
      return { ...book, file, contents: analyzed === 1 ? contentsOf(pages, outline) : undefined }
    })
  }
}

const AT_ONCE = 100

function contentsOf(packedPages: Uint8Array | null, outline: Uint8Array | null): BookToCompare['contents'] {
  const pages = packedPages ? decodePageIndex(packedPages) : []
  const { readingOrder, resources } = pages.length === 0 && outline ? decodePublicationStructure(outline) : nothingElse
  return { pages, readingOrder, resources }
}

const nothingElse = { readingOrder: [], resources: [] }

/** A book's id, path, series and library. */
export interface BookLocation {
  id: number
  path: string
  seriesId: number
  libraryId: number
}

/** The same books with their series and libraries. */
export async function readBookLocations(
  db: Queryable,
  books: readonly { id: number; path: string }[],
): Promise<BookLocation[]> {
  const found: BookLocation[] = []
  for (const some of inChunks(books)) {
    const ids = some.map((book) => book.id)
    const rows = await db.query
      .selectFrom('book')
      .select(['id', 'path', 'series_id as seriesId', 'library_id as libraryId'])
      .where('id', 'in', ids)
      .execute()
    found.push(...rows)
  }
  return found
}
