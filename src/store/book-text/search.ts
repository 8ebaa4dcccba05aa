import { sql } from 'kysely'
import { type BookFilter, compileBookFilter } from '../book/filter.ts'
import { resolveBookFilter } from '../list/resolve-filter.ts'
import { combineWithAnd, idCondition, type SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { withoutPreparedPlan } from '../search/search-index-source.ts'
import { bytesToUuid, type Uid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import { excerptAround, onOneLine } from './excerpt.ts'
import { locateInPassage } from './locate-in-passage.ts'
import { decompressText, type PassageLocation } from './passages.ts'
import { compileTextQuery, parseTextQuery, type TextQuery } from './query.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

export interface TextSearchOptions {
  query: string
  filter?: BookFilter
  limit: number
  /** Of one book at most so many. */
  perBook?: number
}

export interface TextHit {
  bookUid: string
  bookTitle: string
  seriesUid: string
  seriesTitle: string
  format: string
  place: PassageLocation
  /** Where in the item's text the match begins. */
  at: number
  before: string
  match: string
  after: string
  rank: number
}

export interface TextHits {
  hits: TextHit[]
  total: number
  isTotalExact: boolean
}

/** The passages that hold what is asked for, the best first, of books that the viewer may see. */
export async function searchText(db: Db, viewer: Viewer, search: TextSearchOptions): Promise<TextHits> {
  const query = parseTextQuery(search.query)
  const where = await conditionsOf(db, viewer, search.filter)
  const expression = compileTextQuery(db.kind, query)
  const ranked = await (db.kind === 'sqlite' ? rankInSqlite : rankInPostgres)(db, expression, where, search)
  const total = ranked[0]?.total ?? 0
  return {
    hits: await describe(db, query, ranked),
    total: Math.min(total, MAX_HITS_COUNTED),
    isTotalExact: total <= MAX_HITS_COUNTED,
  }
}

async function conditionsOf(db: Db, viewer: Viewer, filter: BookFilter | undefined): Promise<SqlCondition> {
  // Switched off, a library is not searched from that moment on; its index goes in the background.
  const libraries = await db.query.selectFrom('library').select('id').where('text_search', '=', 1).execute()
  const isSearched = idCondition(
    db.kind,
    sql`b.library_id`,
    libraries.map(({ id }) => id),
  )
  const parts = [visibilityCondition(db.kind, viewer.sees, 'b.class'), isSearched]
  if (filter) parts.push(compileBookFilter(await resolveBookFilter(db, viewer, filter), filter, 'b'))
  return combineWithAnd(parts)
}

interface Ranked {
  id: number
  score: number
  total: number
}

/** More are counted as "at least so many": a common word has millions, and nobody reads on to the last. */
export const MAX_HITS_COUNTED = 10_000

async function rankInSqlite(
  db: Db,
  expression: string,
  where: SqlCondition,
  search: TextSearchOptions,
): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`${withoutPreparedPlan} with hits as materialized (
      select f.rowid as id, b.id as book_id, f.rank as score
      from text_search f cross join book b
      where f.text_search match ${expression} and b.id = f.rowid / ${sql.lit(MAX_PASSAGES_PER_BOOK)} and ${where}
      order by f.rowid desc limit ${sql.lit(MAX_HITS_COUNTED + 1)})
    select id, -score as score, (select count(*) from hits) as total from (
      select id, score, row_number() over (partition by book_id order by score, id) as nth from hits) ranked
    where nth <= ${search.perBook ?? MAX_HITS_COUNTED}
    order by ranked.score, ranked.id limit ${sql.lit(search.limit)}`.execute(db.slowQuery)
  return rows
}

/** To rank a passage its words are unpacked, which takes a tenth of a millisecond: the newest are, and all are counted. */
async function rankInPostgres(
  db: Db,
  expression: string,
  where: SqlCondition,
  search: TextSearchOptions,
): Promise<Ranked[]> {
  const matching = sql`from text_search f join book b on b.id = f.id / ${sql.lit(MAX_PASSAGES_PER_BOOK)}
    where f.words @@ ${expression}::tsquery and ${where}`
  const { rows } = await sql<Ranked>`${withoutPreparedPlan} with hits as materialized (
      select f.id, b.id as book_id, ts_rank(f.words, ${expression}::tsquery, 1) as score ${matching}
      order by f.id desc limit ${sql.lit(MAX_RANKED)})
    select id, score, (select count(*) from (select 1 ${matching} limit ${sql.lit(MAX_HITS_COUNTED + 1)}) counted) as total
    from (select id, score, row_number() over (partition by book_id order by score desc, id) as nth from hits) ranked
    where nth <= ${search.perBook ?? MAX_HITS_COUNTED}
    order by ranked.score desc, ranked.id limit ${sql.lit(search.limit)}`.execute(db.slowQuery)
  return rows.map((row) => ({ id: Number(row.id), score: row.score, total: Number(row.total) }))
}

const MAX_RANKED = 1000

async function describe(db: Db, query: TextQuery, ranked: readonly Ranked[]): Promise<TextHit[]> {
  if (ranked.length === 0) return []
  const { rows } = await sql<{
    id: number
    place: string
    body: Uint8Array
    uid: Uid
    title: string
    format: string
    series_uid: Uid
    series_title: string
  }>`select t.id, t.place, t.body, b.uid, b.title, b.format, s.uid as series_uid, s.title as series_title
    from book_text t join book b on b.id = t.book_id join series s on s.id = b.series_id
    where ${idsIn(
      db.kind,
      ranked.map(({ id }) => id),
    )}`.execute(db.slowQuery)
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  return ranked.flatMap(({ id, score }) => {
    const row = byId.get(id)
    // Taken out since a moment ago.
    if (!row) return []
    const text = decompressText(row.body)
    const place = JSON.parse(row.place) as PassageLocation
    const { start, end } = locateInPassage(text, query) ?? { start: 0, end: 0 }
    return [
      {
        bookUid: bytesToUuid(row.uid),
        bookTitle: row.title,
        seriesUid: bytesToUuid(row.series_uid),
        seriesTitle: row.series_title,
        format: row.format,
        place,
        at: place.start + start,
        match: onOneLine(text.slice(start, end)),
        ...excerptAround(text, start, end),
        rank: Number(score.toPrecision(6)),
      },
    ]
  })
}

/** Passages have longer ids than anything else. */
function idsIn(kind: Db['kind'], ids: readonly number[]): SqlCondition {
  return kind === 'postgres' ? sql<boolean>`t.id = any(${ids}::bigint[])` : idCondition(kind, sql`t.id`, ids)
}
