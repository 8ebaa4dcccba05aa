import { type RawBuilder, sql } from 'kysely'
import { combineWithAnd, type SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { WITHOUT_PREPARED_PLAN } from '../postgres/driver.ts'
import { compileTextQuery, needsOrder } from './compile-query.ts'
import { type FoundPassages, type IndexSearch, nextBatch, timeLeft } from './index-search.ts'
import type { TextTerm } from './query.ts'
import { areWordPairsIndexed, holdsWordPairs, pairedWordsOf } from './word-pairs.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

/**
 * PostgreSQL's index contains which passages a word is in, but not where. So it finds the passages with all pairs of
 * adjacent words of a phrase, and these are then checked, which takes a tenth of a millisecond each.
 */
export async function findInPostgres(db: Db, search: IndexSearch): Promise<FoundPassages> {
  const { query, options, limit } = search
  if (!needsOrder(query, options)) {
    return found(await findIds(db, search, holdsWords(compileTextQuery('postgres', query, options))), limit)
  }
  const candidates = await findIds(db, search, await holdsWordsAndPairs(db, search))
  const held = await filterMatchingPassages(
    db,
    candidates.slice(0, limit),
    compileTextQuery('postgres', query, options),
    search,
  )
  return { ids: held.ids, hasMore: held.hasMore || candidates.length > limit }
}

const holdsWords = (expression: string): SqlCondition => sql<boolean>`f.words @@ ${expression}::tsquery`

/** Of phrases whose pairs are indexed, only the rare words: the others are in many more passages than the pairs. */
export async function holdsWordsAndPairs(
  db: Db,
  { query, options, sample }: Pick<IndexSearch, 'query' | 'options' | 'sample'>,
): Promise<SqlCondition> {
  const phrases = (await areWordPairsIndexed(db)) ? query.wanted.filter(pairedWordsOf) : []
  const others = query.wanted.filter((term) => !phrases.includes(term))
  const wanted = [...others, ...phrases.flatMap((phrase) => rareWordsOf(phrase, sample?.ofAll ?? []))]
  const words = () => compileTextQuery('postgres', { ...query, wanted }, { ...options, ignoresOrder: true })
  return combineWithAnd([...phrases.map(holdsWordPairs), ...(wanted.length > 0 ? [holdsWords(words())] : [])])
}

/**
 * In ten thousand books, each number of a pair stands for others in a thousand passages, of which few hold a word that
 * is in no passage of the sample.
 */
const rareWordsOf = (phrase: TextTerm, sample: readonly string[]): TextTerm[] =>
  pairedWordsOf(phrase)!
    .filter((word) => !sample.some((text) => text.includes(word)))
    .map((word) => ({ words: [word], isPrefix: false, isCharacter: false }))

const found = (ids: number[], limit: number): FoundPassages => ({
  ids: ids.slice(0, limit),
  hasMore: ids.length > limit,
})

/**
 * Checks the newest passages one by one, as many as time allows, without the index: merging the passages of words that are
 * in nearly all of them would take longer.
 */
export async function findInPostgresWithoutIndex(db: Db, search: IndexSearch): Promise<FoundPassages> {
  const { query, options, where, limit } = search
  const { rows } = await sql<{ book_id: number; passages: number }>`select s.book_id, s.passages
    from book_text_state s join book b on b.id = s.book_id where s.passages > 0 and ${where}
    order by s.book_id desc limit ${sql.lit(MAX_BOOKS_READ)}`.execute(db.slowQuery)
  const candidates = rows.flatMap(({ book_id, passages }) =>
    Array.from({ length: passages }, (_, index) => book_id * MAX_PASSAGES_PER_BOOK + passages - 1 - index),
  )
  const held = await filterMatchingPassages(
    db,
    candidates.slice(0, limit),
    compileTextQuery('postgres', query, options),
    search,
  )
  return { ids: held.ids, hasMore: held.hasMore || candidates.length > limit || rows.length === MAX_BOOKS_READ }
}

const MAX_BOOKS_READ = 1000

/**
 * Up to one more than the limit, newest first. PostgreSQL doesn't know that the words of a passage are stored
 * separately and slow to unpack: its default plan would read them all instead of using the index. The cost of computing
 * pairs, which it hardly ever does, would make it compile the query first and start another process for a part of it.
 */
async function findIds(db: Db, { where, books, limit }: IndexSearch, holds: SqlCondition): Promise<number[]> {
  const { from, to } = books.range
  const isNarrow = to - from <= NARROW_BOOKS * MAX_PASSAGES_PER_BOOK
  const within = isNarrow ? sql`and f.id >= ${sql.lit(from)} and f.id < ${sql.lit(to)}` : sql``
  return db.slowQuery.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx)
    const { rows } = await sql<{ ids: string }>`${sql.raw(WITHOUT_PREPARED_PLAN)} select
      coalesce(json_agg(id order by id desc), '[]')::text as ids from (
        select f.id from text_search f join book b on b.id = f.id / ${sql.lit(MAX_PASSAGES_PER_BOOK)}
        where ${holds} ${within} and ${where} limit ${sql.lit(limit + 1)}) found`.execute(tx)
    return JSON.parse(rows[0]!.ids) as number[]
  })
}

const NARROW_BOOKS = 200

/** As many as time allows, starting with a few. */
async function filterMatchingPassages(
  db: Db,
  candidates: readonly number[],
  expression: string,
  { limits, began }: Pick<IndexSearch, 'limits' | 'began'>,
): Promise<FoundPassages> {
  const startedHere = performance.now()
  const ids: number[] = []
  for (
    let at = 0, size = candidates.length <= limits.alwaysChecked ? candidates.length : FIRST;
    at < candidates.length;
  ) {
    const some = candidates.slice(at, at + size)
    const { rows } = await matchingPassages(some, expression).execute(db.slowQuery)
    ids.push(...rows.map(({ id }) => Number(id)))
    at += some.length
    const now = performance.now()
    const left = timeLeft(limits, now - began, ids.length)
    if (left <= 0) return { ids, hasMore: at < candidates.length }
    size = nextBatch({ checked: at, found: ids.length, spentMs: now - startedHere, leftMs: left })
  }
  return { ids, hasMore: false }
}

const FIRST = 100

/** `offset 0`: else PostgreSQL may look for the words in the index again and unpack every passage that holds them. */
export const matchingPassages = (ids: readonly number[], expression: string): RawBuilder<{ id: number }> =>
  sql<{ id: number }>`select id from (select id, words from text_search where id = any(${ids}::bigint[]) offset 0) f
    where words @@ ${expression}::tsquery order by id desc`
