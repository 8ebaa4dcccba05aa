import { sql } from 'kysely'
import { idCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

export interface PassagesToChoose {
  ids: readonly number[]
  count: number
  /** Of one book at most so many. */
  perBook?: number
}

/**
 * Which of all hits are worth opening: to weigh one, its text is read. Those of books that are about it come first, which
 * speak of it in many of their passages.
 */
export async function choosePassages(db: Db, { ids, count, perBook }: PassagesToChoose): Promise<number[]> {
  const byBook = Map.groupBy(ids, (id) => Math.floor(id / MAX_PASSAGES_PER_BOOK))
  if (ids.length <= count && perBook === undefined) return [...ids]
  const weights = await weighBooks(db, byBook)
  const books = [...byBook].sort(([a], [b]) => weights.get(b)! - weights.get(a)! || b - a)
  const chosen: number[] = []
  // In reading order. Where every book may have any number, each comes once before any comes again.
  const columns = books.map(([, of]) => of.toReversed().slice(0, perBook))
  if (perBook !== undefined) return columns.flat().slice(0, count)
  for (let nth = 0; chosen.length < count; nth++) {
    const row = columns.flatMap((of) => of.slice(nth, nth + 1))
    if (row.length === 0) break
    chosen.push(...row)
  }
  return chosen.slice(0, count)
}

/** By how many of its passages hold it; a book of many short ones is not about everything. */
async function weighBooks(db: Db, byBook: ReadonlyMap<number, readonly number[]>): Promise<Map<number, number>> {
  const rows = await db.slowQuery
    .selectFrom('book_text_state')
    .select(['book_id', 'passages'])
    .where(idCondition(db.kind, sql`book_id`, [...byBook.keys()]))
    .execute()
  const passages = new Map(rows.map((row) => [row.book_id, row.passages]))
  return new Map([...byBook].map(([id, hits]) => [id, hits.length / Math.sqrt(Math.max(1, passages.get(id) ?? 1))]))
}
