import { defineDerivedCache } from '../cache/derived-cache.ts'
import { readFacetNames } from '../list/facet-names.ts'
import type { Db } from '../open.ts'
import { parseStoredJson } from '../parse-stored-json.ts'
import type { Viewer } from '../viewer.ts'
import { findBook } from './read.ts'
import type { AuthorView, BookView, FullBookView } from './view.ts'

/** Adds what only the book's own page shows. Views that are still cached with their additions need no query. */
export async function addBookMetadata(db: Db, books: readonly BookView[]): Promise<FullBookView[]> {
  const cache = fullBooksCache(db)
  const full = books.map((book) => cache.get(book))
  const missing = books.filter((_, index) => full[index] === undefined)
  if (missing.length > 0) {
    const read = new Map((await readMissing(db, missing)).map((one) => [one.of, one.full]))
    for (const [book, one] of read) cache.set(book, one)
    for (const [index, book] of books.entries()) full[index] ??= read.get(book)
  }
  // A book that was purged between the two queries is left out.
  return full.filter((one) => one !== undefined)
}

/** Cached views live until something changes, so their additions stay valid as long as they do. */
const fullBooksCache = defineDerivedCache<BookView, FullBookView>('full_books')

/** Three queries, for any number of books. */
async function readMissing(db: Db, books: readonly BookView[]): Promise<{ of: BookView; full: FullBookView }[]> {
  const ids = books.map((book) => book.id)
  const [rows, genres, tags] = await Promise.all([
    db.query
      .selectFrom('book')
      .leftJoin('book_meta', 'book_meta.book_id', 'book.id')
      .select([
        'book.id',
        'number_text',
        'volume',
        'chapter',
        'year',
        'release_date',
        'language',
        'container',
        'mtime',
        'file_changed_at',
      ])
      .select(['layout', 'cover_version', 'cover_color', 'cover_width', 'cover_height'])
      .select(['book_meta.summary', 'authors', 'facts', 'custom_metadata', 'book_meta.locks'])
      .where('book.id', 'in', ids)
      .execute(),
    readFacetNames(db, 'book', 'genre', ids),
    readFacetNames(db, 'book', 'tag', ids),
  ])
  const known = new Map(rows.map((row) => [row.id, row]))
  return books.flatMap((book) => {
    const row = known.get(book.id)
    if (!row) return []
    const full = {
      ...book,
      numberText: row.number_text,
      volume: row.volume,
      chapter: row.chapter,
      year: row.year,
      releaseDate: row.release_date,
      language: row.language,
      container: row.container,
      fileModifiedAt: row.mtime,
      fileChangedAt: row.file_changed_at,
      layout: row.layout,
      cover: {
        version: row.cover_version,
        color: row.cover_color,
        width: row.cover_width,
        height: row.cover_height,
      },
      meta: {
        summary: row.summary,
        authors: parseStoredJson<AuthorView[]>(row.authors, []).map(toAuthorView),
        facts: parseStoredJson<Record<string, unknown>>(row.facts, {}),
        customMetadata: parseStoredJson<Record<string, unknown> | null>(row.custom_metadata, null),
        locks: parseStoredJson<string[]>(row.locks, []),
        genres: genres.get(book.id) ?? [],
        tags: tags.get(book.id) ?? [],
      },
    }
    return { of: book, full }
  })
}

/** Undefined if the book doesn't exist, or the viewer may not see it. */
export async function findFullBook(db: Db, viewer: Viewer, uid: string): Promise<FullBookView | undefined> {
  const book = await findBook(db, viewer, uid)
  return book && (await addBookMetadata(db, [book]))[0]
}

export function toAuthorView({ name, role, sortName }: Partial<AuthorView>): AuthorView {
  return { name: name ?? '', role: role ?? 'author', sortName: sortName ?? null }
}
