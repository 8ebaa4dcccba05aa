import { parsed, readNamed } from '../list/named.ts'
import type { Asks } from '../open.ts'
import type { AuthorView, BookView, FullBookView } from './view.ts'

/** Adds what only a book's own page shows. Three questions, however many books. */
export async function withMetadata(db: Asks, books: readonly BookView[]): Promise<FullBookView[]> {
  if (books.length === 0) return []
  const ids = books.map((book) => book.id)
  const [rows, genres, tags] = await Promise.all([
    db.query.selectFrom('book_meta').selectAll().where('book_id', 'in', ids).execute(),
    readNamed(db, 'book', 'genre', ids),
    readNamed(db, 'book', 'tag', ids),
  ])
  const metas = new Map(rows.map((row) => [row.book_id, row]))
  return books.map((book) => {
    const row = metas.get(book.id)
    return {
      ...book,
      meta: {
        summary: row?.summary ?? null,
        authors: parsed<AuthorView[]>(row?.authors, []).map(authorOf),
        facts: parsed<Record<string, unknown>>(row?.facts, {}),
        customMetadata: parsed<Record<string, unknown> | null>(row?.custom_metadata, null),
        locks: parsed<string[]>(row?.locks, []),
        genres: genres.get(book.id) ?? [],
        tags: tags.get(book.id) ?? [],
      },
    }
  })
}

export function authorOf({ name, role, sortName }: Partial<AuthorView>): AuthorView {
  return { name: name ?? '', role: role ?? 'author', sortName: sortName ?? null }
}
