import { sql } from 'kysely'
import type { SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { COMMON_PAIRS_VERSION } from './common-words.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

/** The books that are searched. */
export interface IndexedBooks {
  /** The ids of one book, or of the volumes of a series, are close together: the others are skipped. */
  range: PassageRange
  /** All ids, if they are few. */
  ids: readonly number[] | undefined
  /** Number of passages of these books. */
  passages: number
  /** Number of passages in the whole index, including books that aren't searched. */
  passagesOfAll: number
  isEverything: boolean
}

/** A range of ids: `from` is inclusive, `to` exclusive. */
export interface PassageRange {
  from: number
  to: number
}

/** Undefined if there is no book. */
export async function readIndexedBooks(
  db: Db,
  where: SqlCondition,
  isEverything: boolean,
): Promise<IndexedBooks | undefined> {
  const all = await readSums(db, sql`book_text_state s`)
  const sums = isEverything
    ? all
    : await readSums(db, sql`book_text_state s join book b on b.id = s.book_id where ${where}`)
  if (sums.first === null || sums.last === null) return undefined
  return {
    range: { from: sums.first * MAX_PASSAGES_PER_BOOK, to: (sums.last + 1) * MAX_PASSAGES_PER_BOOK },
    ids: !isEverything && sums.books <= FEW_BOOKS ? await readIds(db, where) : undefined,
    passages: sums.passages,
    passagesOfAll: all.passages,
    isEverything,
  }
}

/** Up to this many books are searched one by one. */
const FEW_BOOKS = 200

async function readSums(db: Db, from: ReturnType<typeof sql>) {
  const { rows } = await sql<{ first: number | null; last: number | null; books: number; passages: number | null }>`
    select min(s.book_id) as first, max(s.book_id) as last, count(*) as books, sum(s.passages) as passages
    from ${from}`.execute(db.slowQuery)
  const { first, last, books, passages } = rows[0]!
  return { first, last, books: Number(books), passages: Number(passages ?? 0) }
}

async function readIds(db: Db, where: SqlCondition): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select b.id from book_text_state s join book b on b.id = s.book_id
    where ${where} order by b.id desc`.execute(db.slowQuery)
  return rows.map(({ id }) => id)
}

/** Whether all indexed books have their pairs indexed: books indexed by an earlier version are left as they are. */
export async function areCommonPairsIndexed(db: Db): Promise<boolean> {
  const without = await db.query
    .selectFrom('book_text_state')
    .select('book_id')
    .where('common_pairs', '<', COMMON_PAIRS_VERSION)
    .limit(1)
    .executeTakeFirst()
  return without === undefined
}
