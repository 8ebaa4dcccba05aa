import { sql } from 'kysely'
import type { SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { withoutPreparedPlan } from '../search/search-index-source.ts'
import { compileTextQuery, type TextQuery } from './query.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

/** More are counted as "at least so many": a common word has millions, and nobody reads on to the last. */
export const MAX_HITS_COUNTED = 10_000

export interface PassagesToFind {
  query: TextQuery
  /** Of the book, `b`: who may see it, what it has to be. */
  where: SqlCondition
  /** Only some books are searched. */
  isFiltered: boolean
}

export interface FoundPassages {
  /** The newest first. */
  ids: number[]
  /** There may be more. */
  hasMore: boolean
}

/**
 * The passages that hold what is asked for. Neither database ranks them: to weigh a phrase, each would look for it in every
 * passage once more. Where there are too many, the newest are found; of phrases, which may be made of common words, only as many are
 * counted as that takes no longer than people wait.
 */
export async function findPassages(db: Db, { query, where, isFiltered }: PassagesToFind): Promise<FoundPassages> {
  const range = await rangeOfPassages(db, where, isFiltered)
  if (!range) return { ids: [], hasMore: false }
  const expression = compileTextQuery(db.kind, query)
  const isPhrase = query.wanted.some(({ words, isPrefix }) => words.length > 1 && !isPrefix)
  const began = performance.now()
  for (let limit = isPhrase ? FIRST_PHRASES[db.kind] : MAX_HITS_COUNTED; ; limit *= MORE_PHRASES) {
    const most = Math.min(limit, MAX_HITS_COUNTED)
    const ids =
      db.kind === 'sqlite'
        ? await findInSqlite(db, expression, where, range, most + 1)
        : await findInPostgres(db, expression, where, { range, limit: most + 1, isPhrase })
    if (ids.length <= most) return { ids, hasMore: false }
    const next = (performance.now() - began) * MORE_PHRASES
    if (most === MAX_HITS_COUNTED || next > MAX_COUNTING_MS) return { ids: ids.slice(0, most), hasMore: true }
  }
}

const FIRST_PHRASES = { sqlite: 250, postgres: 60 }
const MORE_PHRASES = 8
const MAX_COUNTING_MS = 120

/** Of ids: `from` is in it, `to` is not. */
interface Range {
  from: number
  to: number
}

/** One book, or the volumes of a series, lie close together: the others need not be looked at. */
async function rangeOfPassages(db: Db, where: SqlCondition, isFiltered: boolean): Promise<Range | undefined> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`${
    isFiltered
      ? sql`select min(b.id) as first, max(b.id) as last from book b where ${where}`
      : sql`select (select min(book_id) from book_text) as first, (select max(book_id) from book_text) as last`
  }`.execute(db.slowQuery)
  const { first, last } = rows[0]!
  if (first === null || last === null) return undefined
  return { from: Number(first) * MAX_PASSAGES_PER_BOOK, to: (Number(last) + 1) * MAX_PASSAGES_PER_BOOK }
}

/** All ids in one row: ten thousand rows would take longer on their way here than they take to find. */
async function findInSqlite(db: Db, expression: string, where: SqlCondition, range: Range, limit: number) {
  const { rows } = await sql<{ ids: string }>`${withoutPreparedPlan} select json_group_array(id) as ids from (
      select f.rowid as id from text_search f cross join book b
      where f.text_search match ${expression} and f.rowid >= ${sql.lit(range.from)} and f.rowid < ${sql.lit(range.to)}
        and b.id = f.rowid / ${sql.lit(MAX_PASSAGES_PER_BOOK)} and ${where}
      order by f.rowid desc limit ${sql.lit(limit)})`.execute(db.slowQuery)
  return JSON.parse(rows[0]!.ids) as number[]
}

/**
 * PostgreSQL does not know that the words of a passage are stored apart and take a tenth of a millisecond to unpack: left alone,
 * it would read through them all rather than ask the index. Only to check a phrase has it to, the newest first.
 */
async function findInPostgres(
  db: Db,
  expression: string,
  where: SqlCondition,
  { range, limit, isPhrase }: { range: Range; limit: number; isPhrase: boolean },
) {
  const isNarrow = range.to - range.from <= NARROW_BOOKS * MAX_PASSAGES_PER_BOOK
  const within = isNarrow ? sql`and f.id >= ${sql.lit(range.from)} and f.id < ${sql.lit(range.to)}` : sql``
  const order = isPhrase ? sql`order by f.id desc` : sql``
  return db.slowQuery.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ ids: string }>`${withoutPreparedPlan} select
      coalesce(json_agg(id order by id desc), '[]')::text as ids from (
        select f.id from text_search f join book b on b.id = f.id / ${sql.lit(MAX_PASSAGES_PER_BOOK)}
        where f.words @@ ${expression}::tsquery ${within} and ${where} ${order} limit ${sql.lit(limit)}) found`.execute(
      tx,
    )
    return JSON.parse(rows[0]!.ids) as number[]
  })
}

const NARROW_BOOKS = 200
