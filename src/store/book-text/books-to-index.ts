import { join } from 'node:path'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Queryable } from '../open.ts'
import type { Tables } from '../tables.ts'
import { uuidToBytes } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export const indexedTextFormats = ['epub', 'pdf'] as const

export interface BookToIndex {
  id: number
  hash: string
  format: string
  file: { path: string; root: string; password?: string }
}

/** The first analysed book of a library with an id above `after` whose current file isn't indexed. */
export async function findBookToIndex(
  db: Queryable,
  libraryId: number,
  after: number,
): Promise<BookToIndex | undefined> {
  const row = await db.query
    .selectFrom('book as b')
    .innerJoin('library as l', 'l.id', 'b.library_id')
    .leftJoin('book_text_state as t', 't.book_id', 'b.id')
    .select(['b.id', 'b.hash', 'b.format', 'b.path', 'b.file_password', 'l.path as root'])
    .where('b.library_id', '=', libraryId)
    .where('b.id', '>', after)
    .where((eb) => isToIndex(eb))
    .orderBy('b.id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { root, path, file_password: password, ...book } = row
  return { ...book, file: { path: join(root, path), root, password: password ?? undefined } }
}

/** Whether a library has books with possible text that aren't analysed yet. */
export async function hasTextBooksToAnalyse(db: Queryable, libraryId: number): Promise<boolean> {
  const row = await db.query
    .selectFrom('book')
    .select('id')
    .where('library_id', '=', libraryId)
    .where('deleted_at', 'is', null)
    .where('analyzed', '=', 0)
    .where('analysis_error', 'is', null)
    .where('format', 'in', indexedTextFormats)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Books of a library that are in the index, to remove them from it. */
export async function findIndexedBookIds(db: Queryable, libraryId: number, limit: number): Promise<number[]> {
  const inLibrary = db.query.selectFrom('book').select('id').where('library_id', '=', libraryId)
  const known = await db.query
    .selectFrom('book_text_state')
    .select('book_id')
    .where('book_id', 'in', inLibrary)
    .limit(limit)
    .execute()
  if (known.length > 0) return known.map((row) => row.book_id)
  // Books whose indexing was interrupted have passages, but no state yet.
  const begun = await db.query
    .selectFrom('book_text')
    .select('book_id')
    .distinct()
    .where('book_id', 'in', inLibrary)
    .limit(limit)
    .execute()
  return begun.map((row) => row.book_id)
}

export async function countBooksToIndex(db: Queryable, libraryId: number): Promise<number> {
  const { count } = await db.query
    .selectFrom('book as b')
    .leftJoin('book_text_state as t', 't.book_id', 'b.id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.and([eb('b.library_id', '=', libraryId), isToIndex(eb)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function isToIndex(
  eb: ExpressionBuilder<Tables & { b: Tables['book']; t: Nulls<Tables['book_text_state']> }, 'b' | 't'>,
) {
  return eb.and([
    eb('b.deleted_at', 'is', null),
    eb('b.analyzed', '=', 1),
    eb('b.format', 'in', indexedTextFormats),
    eb.or([eb('t.hash', 'is', null), eb('t.hash', '<>', eb.ref('b.hash'))]),
  ])
}

type Nulls<T> = { [Key in keyof T]: T[Key] | null }

export async function isTextSearchEnabled(db: Queryable, libraryId: number): Promise<boolean | undefined> {
  const row = await db.query.selectFrom('library').select('text_search').where('id', '=', libraryId).executeTakeFirst()
  return row && row.text_search === 1
}

/** The library's id, if its text search is enabled. */
export async function findLibraryIdWithTextSearch(db: Queryable, uuid: string): Promise<number | undefined> {
  const rows = db.query.selectFrom('library').select('id').where('uid', '=', uuidToBytes(uuid))
  return (await rows.where('text_search', '=', 1).executeTakeFirst())?.id
}

export interface TextIndexProgress {
  /** Readable EPUBs and PDFs. */
  books: number
  indexed: number
  failed: number
  passages: number
  words: number
  bytes: number
}

/** The progress of a library's text index, for the books that the viewer may see. */
export async function readTextIndexProgress(
  db: Queryable,
  viewer: Viewer,
  libraryId: number,
): Promise<TextIndexProgress> {
  const row = await db.query
    .selectFrom('book as b')
    .leftJoin('book_text_state as t', (on) => on.onRef('t.book_id', '=', 'b.id').onRef('t.hash', '=', 'b.hash'))
    .select((eb) => [
      eb.fn.countAll<number>().as('books'),
      sql<number>`coalesce(sum(case when t.outcome = 'indexed' then 1 else 0 end), 0)`.as('indexed'),
      sql<number>`coalesce(sum(case when t.outcome = 'failed' then 1 else 0 end), 0)`.as('failed'),
      sql<number>`coalesce(sum(t.passages), 0)`.as('passages'),
      sql<number>`coalesce(sum(t.words), 0)`.as('words'),
      sql<number>`coalesce(sum(t.bytes), 0)`.as('bytes'),
    ])
    .where('b.library_id', '=', libraryId)
    .where('b.format', 'in', indexedTextFormats)
    .where('b.analyzed', '=', 1)
    .where(visibilityCondition(db.kind, viewer.sees, 'b.class'))
    .executeTakeFirstOrThrow()
  return {
    books: Number(row.books),
    indexed: Number(row.indexed),
    failed: Number(row.failed),
    passages: Number(row.passages),
    words: Number(row.words),
    bytes: Number(row.bytes),
  }
}
