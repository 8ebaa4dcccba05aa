import { sql } from 'kysely'
import { idCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

export interface PassagesToChoose {
  ids: readonly number[]
  count: number
  /** The limit per book. */
  perBook?: number
}

/**
 * Chooses the hits that are worth opening: ranking one requires reading its text. Hits of books that contain the query
 * in many of their passages come first.
 */
export async function choosePassages(db: Db, { ids, count, perBook }: PassagesToChoose): Promise<number[]> {
  const byBook = Map.groupBy(ids, (id) => Math.floor(id / MAX_PASSAGES_PER_BOOK))
  if (ids.length <= count && perBook === undefined) return [...ids]
  const weights = await weighBooks(db, byBook)
  const books = [...byBook].sort(([a], [b]) => weights.get(b)! - weights.get(a)! || b - a)
  const chosen: number[] = []
  // In reading order. Without a limit per book, each book comes once before any comes again.
  const columns = books.map(([, of]) => of.toReversed().slice(0, perBook))
  if (perBook !== undefined) return columns.flat().slice(0, count)
  for (let nth = 0; chosen.length < count; nth++) {
    const row = columns.flatMap((of) => of.slice(nth, nth + 1))
    if (row.length === 0) break
    chosen.push(...row)
  }
  return chosen.slice(0, count)
}

/** By the number of matching passages; a book with many short passages isn't about everything. */
async function weighBooks(db: Db, byBook: ReadonlyMap<number, readonly number[]>): Promise<Map<number, number>> {
  const rows = await db.slowQuery
    .selectFrom('book_text_state')
    .select(['book_id', 'passages'])
    .where(idCondition(db.kind, sql`book_id`, [...byBook.keys()]))
    .execute()
  const passages = new Map(rows.map((row) => [row.book_id, row.passages]))
  return new Map([...byBook].map(([id, hits]) => [id, hits.length / Math.sqrt(Math.max(1, passages.get(id) ?? 1))]))
}
