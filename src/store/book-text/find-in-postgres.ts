import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { WITHOUT_PREPARED_PLAN } from '../postgres/driver.ts'
import { compileTextQuery, isPhrase } from './compile-query.ts'
import { type FoundPassages, type IndexSearch, type SearchLimits, timeLeft } from './index-search.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

/**
 * PostgreSQL's index contains which passages a word is in, but not where. So it finds the passages with all words of a
 * phrase, and these are then checked, which takes a tenth of a millisecond each.
 */
export async function findInPostgres(db: Db, search: IndexSearch): Promise<FoundPassages> {
  const { query, options, limit, limits } = search
  const hasPhrases = [...query.wanted, ...query.excluded].some(isPhrase)
  if (!hasPhrases) return found(await findByWords(db, search, compileTextQuery('postgres', query, options)), limit)
  const words = compileTextQuery('postgres', query, { ...options, ignoresOrder: true })
  const candidates = await findByWords(db, search, words)
  const held = await keepHolding(db, candidates.slice(0, limit), compileTextQuery('postgres', query, options), limits)
  return { ids: held.ids, hasMore: held.hasMore || candidates.length > limit }
}

const found = (ids: number[], limit: number): FoundPassages => ({
  ids: ids.slice(0, limit),
  hasMore: ids.length > limit,
})

/**
 * Up to one more than the limit, newest first. PostgreSQL doesn't know that the words of a passage are stored
 * separately and slow to unpack: its default plan would read them all instead of using the index.
 */
async function findByWords(db: Db, { where, books, limit }: IndexSearch, expression: string): Promise<number[]> {
  const { from, to } = books.range
  const isNarrow = to - from <= NARROW_BOOKS * MAX_PASSAGES_PER_BOOK
  const within = isNarrow ? sql`and f.id >= ${sql.lit(from)} and f.id < ${sql.lit(to)}` : sql``
  return db.slowQuery.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ ids: string }>`${sql.raw(WITHOUT_PREPARED_PLAN)} select
      coalesce(json_agg(id order by id desc), '[]')::text as ids from (
        select f.id from text_search f join book b on b.id = f.id / ${sql.lit(MAX_PASSAGES_PER_BOOK)}
        where f.words @@ ${expression}::tsquery ${within} and ${where} limit ${sql.lit(limit + 1)}) found`.execute(tx)
    return JSON.parse(rows[0]!.ids) as number[]
  })
}

const NARROW_BOOKS = 200

/** As many as time allows, starting with a few. */
async function keepHolding(
  db: Db,
  candidates: readonly number[],
  expression: string,
  limits: SearchLimits,
): Promise<FoundPassages> {
  const began = performance.now()
  const ids: number[] = []
  for (let at = 0, size = FIRST; at < candidates.length; ) {
    const some = candidates.slice(at, at + size)
    const { rows } = await sql<{ id: number }>`select id from text_search
      where id = any(${some}::bigint[]) and words @@ ${expression}::tsquery order by id desc`.execute(db.slowQuery)
    ids.push(...rows.map(({ id }) => Number(id)))
    at += some.length
    const spent = performance.now() - began
    const left = timeLeft(limits, spent, ids.length)
    if (left <= 0) return { ids, hasMore: at < candidates.length }
    // Half of what time allows, so that a slower batch does no harm.
    size = Math.ceil((at * left) / spent / 2)
  }
  return { ids, hasMore: false }
}

const FIRST = 100
