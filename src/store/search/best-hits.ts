import { type RawBuilder, sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import type { EntityName } from '../entity.ts'
import type { ListCacheKey } from '../list/keyset-cursor.ts'
import { combineWithAnd, type SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { indexedWords } from '../text/search-words.ts'
import { sortKey } from '../text/sort-key.ts'
import { correctTypos } from './correct-typos.ts'
import { withNumeralSpellings } from './numeral-spellings.ts'
import { parseQueryWords, type QueryWords } from './query-words.ts'
import { containsAllWords, type RankedHit, rankHits } from './rank-hits.ts'
import { type SearchIndexSource, searchIndexSourceOf, withoutPreparedPlan } from './search-index-source.ts'
import { splitCompoundWords } from './split-compound-words.ts'

/** The result of a search: the best hits in order, and the words that matched them. */
export interface BestHits {
  ids: readonly number[]
  words: QueryWords
  /** These are all the hits. */
  complete: boolean
}

const searchCache = defineCache<string, BestHits>('searches', { maxEntries: 200 })

export async function findBestHits(
  db: Db,
  cacheKey: Pick<ListCacheKey, 'signature' | 'revision'>,
  searched: BestHitsQuery,
): Promise<BestHits> {
  return searchCache(db).load(cacheKey.signature, cacheKey.revision, () => findHead(db, searched))
}

export interface BestHitsQuery {
  entity: EntityName
  text: string
  visible: SqlCondition
  /** Further conditions. */
  where: readonly SqlCondition[]
  slow: boolean
}

/**
 * Ranking every hit of "d" would rank half the library. The newest 500 and the titles that start with the text are
 * ranked; the rest follow by age.
 */
async function findHead(db: Db, searched: BestHitsQuery): Promise<BestHits> {
  const words = parseQueryWords(searched.text)
  if (words.length === 0) return { ids: await titlesOfSymbols(db, searched), words, complete: true }
  const exact = await withSplitWords(db, searched, await headFor(db, searched, words))
  if (exact.ids.length > 0 || (await isFound(db, searched, words))) return exact
  const numerals = withNumeralSpellings(exact.words)
  const respelt = numerals && (await headFor(db, searched, numerals))
  if (respelt && respelt.ids.length > 0) return respelt
  const forgiven = await correctTypos(db, searched.entity, exact.words)
  return forgiven ? headFor(db, searched, forgiven) : exact
}

/**
 * "spiderman" also finds Spider Man, by splitting it into two words. Skipped if there are more hits than are ranked:
 * then it is a single word.
 */
async function withSplitWords(db: Db, searched: BestHitsQuery, found: BestHits): Promise<BestHits> {
  if (!found.complete) return found
  const split = await splitCompoundWords(db, searched.entity, found.words)
  return split ? headFor(db, searched, split) : found
}

async function headFor(db: Db, searched: BestHitsQuery, words: QueryWords): Promise<BestHits> {
  const { entity, text, slow } = searched
  const connection = slow ? db.slowQuery : db.query
  const hits = searchIndexSourceOf(db.kind, entity, words)
  const newest = await ranked(
    connection,
    sql`${withoutPreparedPlan} select ${columns(db.kind, entity)}
    from ${hits.from} cross join ${table(entity)} where ${combineWithAnd([hits.matches, joined(entity, hits), ...conditions(searched)])}
    order by ${hits.id} desc limit ${sql.lit(NEWEST + 1)}`,
  )
  const complete = newest.length <= NEWEST
  const known = new Map(newest.slice(0, NEWEST).map((hit) => [hit.id, hit]))
  if (!complete) {
    for (const hit of await beginningWith(connection, searched)) {
      if (
        containsAllWords(
          words,
          hit.titles.flatMap((title) => (title ? indexedWords(title) : [])),
        )
      )
        known.set(hit.id, hit)
    }
  }
  return { ids: rankHits(text, words, [...known.values()]), words, complete }
}

const NEWEST = 500
const BEGINNING = 100

async function beginningWith(connection: Db['query'], searched: BestHitsQuery): Promise<RankedHit[]> {
  const from = sortKey(searched.text)
  const key = sortKeyOf(searched.entity)
  return inTitleOrder(connection, searched, [
    sql<boolean>`${key} >= ${from}`,
    sql<boolean>`${key} < ${`${from}\u{10ffff}`}`,
  ])
}

/** "!!!", "☆": symbols aren't indexed as words, but titles of nothing else are few, and all have the same sort key. */
async function titlesOfSymbols(db: Db, searched: BestHitsQuery): Promise<number[]> {
  const text = searched.text.trim().normalize('NFKC')
  const hits = await inTitleOrder(db.query, searched, [sql<boolean>`${sortKeyOf(searched.entity)} = ${''}`])
  return hits
    .filter(({ titles }) => titles.some((title) => title?.normalize('NFKC').includes(text)))
    .map(({ id }) => id)
}

function inTitleOrder(connection: Db['query'], searched: BestHitsQuery, where: SqlCondition[]): Promise<RankedHit[]> {
  const { entity } = searched
  return ranked(
    connection,
    sql`${withoutPreparedPlan} select ${columns('sqlite', entity, false)} from ${table(entity)}
    where ${combineWithAnd([...where, ...conditions(searched)])} order by ${sortKeyOf(entity)}, ${idOf(entity)} limit ${sql.lit(BEGINNING)}`,
  )
}

/** Whether the words match anything at all for this viewer; if they do, nothing is misspelt. */
async function isFound(db: Db, searched: BestHitsQuery, words: QueryWords): Promise<boolean> {
  if (searched.where.length === 0) return false
  const hits = searchIndexSourceOf(db.kind, searched.entity, words)
  const found = await run(
    db.slowQuery,
    sql`${withoutPreparedPlan} select ${hits.id} as id
    from ${hits.from} cross join ${table(searched.entity)}
    where ${combineWithAnd([hits.matches, joined(searched.entity, hits), searched.visible])} limit 1`,
  )
  return found.length > 0
}

const conditions = ({ visible, where }: BestHitsQuery): SqlCondition[] => [visible, ...where]
const aliasOf = (entity: EntityName): string => (entity === 'book' ? 'b' : 's')
const idOf = (entity: EntityName) => sql.ref(`${aliasOf(entity)}.id`)
const sortKeyOf = (entity: EntityName) => sql.ref(`${aliasOf(entity)}.sort_key`)
const table = (entity: EntityName) => (entity === 'book' ? sql`book b` : sql`series s`)
const joined = (entity: EntityName, hits: SearchIndexSource): SqlCondition => sql<boolean>`${idOf(entity)} = ${hits.id}`

interface Row {
  id: number
  sort_key: string
  title: string
  title_sort: string | null
  names: string | null
}

function columns(kind: Db['kind'], entity: EntityName, withNames = true): RawBuilder<unknown> {
  if (entity === 'book') {
    return sql`b.id, b.sort_key, b.title, b.title_sort,
      (select sn.title from series sn where sn.id = b.series_id) as names`
  }
  if (!withNames) return sql`s.id, s.sort_key, s.title, s.title_sort, null as names`
  const joinedTitles = kind === 'sqlite' ? sql`group_concat(a.title, char(10))` : sql`string_agg(a.title, chr(10))`
  return sql`s.id, s.sort_key, s.title, s.title_sort,
    (select ${joinedTitles} from alternate_title a where a.series_id = s.id) as names`
}

async function ranked(connection: Db['query'], statement: RawBuilder<unknown>): Promise<RankedHit[]> {
  const rows = (await run(connection, statement)) as unknown as Row[]
  return rows.map((row) => ({
    id: row.id,
    sortKey: row.sort_key,
    titles: row.title_sort ? [row.title, row.title_sort] : [row.title],
    names: row.names ? row.names.split('\n') : [],
  }))
}

async function run(connection: Db['query'], statement: RawBuilder<unknown>): Promise<{ id: number }[]> {
  try {
    return (await statement.execute(connection)).rows as { id: number }[]
  } catch (error) {
    // Letters newer than FTS5's tables split a word in two, which FTS5 then rejects in a query.
    if (/fts5/.test((error as Error).message)) return []
    throw error
  }
}
