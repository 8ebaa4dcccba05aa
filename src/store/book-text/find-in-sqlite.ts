import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import { compileTextQuery } from './compile-query.ts'
import { type FoundPassages, type IndexSearch, timeLeft } from './index-search.ts'
import type { PassageRange } from './indexed-books.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

export async function findInSqlite(db: Db, search: IndexSearch): Promise<FoundPassages> {
  const { query, options, where, books, limit } = search
  const expression = compileTextQuery('sqlite', query, options)
  const isSlowToStart = [...query.wanted, ...query.excluded].some(
    (term) => term.isPrefix && !options.wordsByPrefix?.has(term),
  )
  if (books.ids && !isSlowToStart) {
    const found = await idsFrom(
      db,
      sql`select f.rowid as id from json_each(${JSON.stringify(books.ids)}) v cross join text_search f
        where f.text_search match ${expression} and f.rowid >= v.value * ${sql.lit(MAX_PASSAGES_PER_BOOK)}
          and f.rowid < (v.value + 1) * ${sql.lit(MAX_PASSAGES_PER_BOOK)} limit ${sql.lit(limit + 1)}`,
    )
    return { ids: found.sort((a, b) => b - a).slice(0, limit), hasMore: found.length > limit }
  }
  const find = ({ from, to }: PassageRange, most: number) =>
    idsFrom(
      db,
      sql`select f.rowid as id from text_search f cross join book b
        where f.text_search match ${expression} and f.rowid >= ${sql.lit(from)} and f.rowid < ${sql.lit(to)}
          and b.id = f.rowid / ${sql.lit(MAX_PASSAGES_PER_BOOK)} and ${where}
        order by f.rowid desc limit ${sql.lit(most)}`,
    )
  return findNewestFirst(find, search, isSlowToStart)
}

/** All ids in one row: passing ten thousand rows to this thread would take longer than finding them. */
async function idsFrom(db: Db, select: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ ids: string }>`select json_group_array(id) as ids from (${select})`.execute(db.slowQuery)
  return JSON.parse(rows[0]!.ids) as number[]
}

/**
 * Searches the newest books first, then as many more as time allows: some phrases of common words would take seconds in
 * a large library. For a prefix, FTS5 first merges the lists of all matching words, so that is done only once.
 */
async function findNewestFirst(
  find: (range: PassageRange, limit: number) => Promise<number[]>,
  { books: { range }, limit, limits }: IndexSearch,
  isOnce: boolean,
): Promise<FoundPassages> {
  const began = performance.now()
  const ids: number[] = []
  for (let to = range.to, size = isOnce ? Infinity : FIRST_BOOKS * MAX_PASSAGES_PER_BOOK; ; ) {
    const from = Math.max(range.from, to - size)
    ids.push(...(await find({ from, to }, limit + 1 - ids.length)))
    if (ids.length > limit) return { ids: ids.slice(0, limit), hasMore: true }
    if (from === range.from) return { ids, hasMore: false }
    to = from
    const spent = performance.now() - began
    const left = timeLeft(limits, spent, ids.length)
    if (left <= 0) return { ids, hasMore: true }
    const searched = range.to - to
    const affordable = Math.min((searched * left) / spent, searched * MAX_GROWTH)
    size = Math.ceil(affordable / MAX_PASSAGES_PER_BOOK) * MAX_PASSAGES_PER_BOOK
  }
}

const FIRST_BOOKS = 200
/** The next part may be slower: books with text may be few among the first. */
const MAX_GROWTH = 20
