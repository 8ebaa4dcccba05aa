import { sql } from 'kysely'
import { type BookFilter, compileBookFilter } from '../book/filter.ts'
import { resolveBookFilter } from '../list/resolve-filter.ts'
import { combineWithAnd, idCondition, type SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { bytesToUuid, type Uid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import { choosePassages } from './choose-passages.ts'
import { excerptAround, onOneLine } from './excerpt.ts'
import { findPassages } from './find-passages.ts'
import { defaultSearchLimits, type SearchLimits } from './index-search.ts'
import { locateInPassage } from './locate-in-passage.ts'
import { decompressText, type PassageLocation } from './passages.ts'
import { parseTextQuery, type TextQuery } from './query.ts'
import { passageIdsIn } from './read-passages.ts'

export interface TextSearchOptions {
  query: string
  filter?: BookFilter
  limit: number
  /** The limit per book. */
  perBook?: number
  limits?: SearchLimits
}

export interface TextHit {
  bookUid: string
  bookTitle: string
  seriesUid: string
  seriesTitle: string
  format: string
  place: PassageLocation
  /** Start of the match in the item's text. */
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

/** The passages that match the query, best first, of books that the viewer may see. */
export async function searchText(db: Db, viewer: Viewer, search: TextSearchOptions): Promise<TextHits> {
  const query = parseTextQuery(search.query)
  const where = await conditionsOf(db, viewer, search.filter)
  const { limit, perBook } = search
  const count = Math.max(limit, Math.min(2 * limit, MAX_OPENED))
  const isEverything = search.filter === undefined && viewer.sees.everything
  const found = await findPassages(db, { query, where, isEverything, limits: search.limits ?? defaultSearchLimits })
  const chosen = await choosePassages(db, { ids: found.ids, count, perBook })
  const hits = await describe(db, query, chosen)
  return {
    hits: hits.sort((a, b) => b.rank - a.rank).slice(0, limit),
    total: found.ids.length,
    isTotalExact: !found.hasMore,
  }
}

/** Opening a passage takes a millisecond. */
const MAX_OPENED = 40

async function conditionsOf(db: Db, viewer: Viewer, filter: BookFilter | undefined): Promise<SqlCondition> {
  // A library with text search disabled is excluded immediately; its index is deleted in the background.
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

async function describe(db: Db, query: TextQuery, ids: readonly number[]): Promise<TextHit[]> {
  if (ids.length === 0) return []
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
    where ${passageIdsIn(db.kind, ids)}`.execute(db.slowQuery)
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    // Deleted since the search.
    if (!row) return []
    const text = decompressText(row.body)
    const place = JSON.parse(row.place) as PassageLocation
    const { start, end, score } = locateInPassage(text, query) ?? { start: 0, end: 0, score: 0 }
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
