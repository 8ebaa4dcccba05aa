import type { Page } from '../../formats/publication.ts'
import { decodePages } from '../book/page-index.ts'
import { inChunks } from '../in-chunks.ts'
import type { Asks } from '../open.ts'
import type { FileFacts } from './change.ts'

/** A book as far as it tells whether another is the same. */
export interface Likeness {
  id: number
  seriesId: number
  libraryId: number
  file: FileFacts
  /** Undefined: nobody has looked into it yet. */
  pages: Page[] | undefined
}

/** The books that came during the scan: those above `upTo`. */
export async function listNewcomers(
  db: Asks,
  libraryId: number,
  upTo: number,
): Promise<{ id: number; path: string; seriesId: number }[]> {
  return db.query
    .selectFrom('book')
    .select(['id', 'path', 'series_id as seriesId'])
    .where('id', '>', upTo)
    .where('library_id', '=', libraryId)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Some at a time: the pages of all books of a library are more than there is memory. */
export async function* readLikenesses(db: Asks, ids: readonly number[]): AsyncGenerator<Likeness[]> {
  for (const some of inChunks(ids)) {
    const rows = await db.query
      .selectFrom('book as b')
      .leftJoin('book_pages as p', 'p.book_id', 'b.id')
      .select(['b.id', 'b.series_id as seriesId', 'b.library_id as libraryId', 'b.analyzed'])
      .select(['b.path', 'b.file_size as size', 'b.mtime', 'b.inode', 'p.pages'])
      .where('b.id', 'in', some)
      .execute()
    yield rows.map(({ path, size, mtime, inode, analyzed, pages, ...book }) => {
      const read = pages ? decodePages(pages) : []
      return { ...book, file: { path, size, mtime, inode }, pages: analyzed === 1 ? read : undefined }
    })
  }
}

/** The same books with the series each is in. */
export async function readSeriesOf(
  db: Asks,
  books: readonly { id: number; path: string }[],
): Promise<{ id: number; path: string; seriesId: number }[]> {
  const found: { id: number; path: string; seriesId: number }[] = []
  for (const some of inChunks(books)) {
    const ids = some.map((book) => book.id)
    const rows = await db.query
      .selectFrom('book')
      .select(['id', 'path', 'series_id as seriesId'])
      .where('id', 'in', ids)
      .execute()
    found.push(...rows)
  }
  return found
}
