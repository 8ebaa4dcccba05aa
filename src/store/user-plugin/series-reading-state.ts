import { type SqlBool, sql } from 'kysely'
import { firstSeenSql } from '../book/first-seen.ts'
import { inChunks } from '../in-chunks.ts'
import { readFacetNames } from '../list/facet-names.ts'
import type { Queryable } from '../open.ts'
import { parseStoredJson } from '../parse-stored-json.ts'
import type { ReadableBook } from '../progress/read.ts'
import { titleSortKeys } from '../series/title-sort-keys.ts'
import { bytesToUuid, uuidToBytes } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export interface BookReadingState extends ReadableBook {
  volume: number | null
  chapter: number | null
  number: number | null
  firstSeenAt: number
  progress: { done: boolean; page: number; percentage: number | null; startedAt: number; readAt: number } | undefined
}

/** A series with one user's reading state, and everything by which another service may identify it. */
export interface SeriesReadingState {
  id: number
  uid: string
  title: string
  libraryUid: string
  libraryName: string
  year: number | null
  status: string | null
  totalBookCount: number | null
  summary: string | null
  publisher: string | null
  language: string | null
  readingDirection: string | null
  ageRating: number | null
  authors: string[]
  genres: string[]
  tags: string[]
  alternateTitles: string[]
  externalIds: { source: string; externalId: string; url: string | null }[]
  rating: { score: number; at: number } | undefined
  wantedAt: number | undefined
  /** In the order of the series; only books that the user may see. */
  books: BookReadingState[]
}

/** Every series that the viewer started, rated or wants to read. `libraryUids`: only in these; none: in all. */
export async function listSeriesIdsToSync(
  db: Queryable,
  viewer: Viewer,
  libraryUids: readonly string[],
): Promise<number[]> {
  const { userId } = viewer
  const rows = await visibleSeries(db, viewer, libraryUids)
    .where(
      sql<SqlBool>`(s.id in (select series_id from series_progress where user_id = ${userId})
        or s.id in (select series_id from user_rating where user_id = ${userId} and series_id is not null
          and rating is not null)
        or s.id in (select series_id from want_to_read where user_id = ${userId} and series_id is not null))`,
    )
    .select('s.id')
    .orderBy('s.id')
    .limit(MAX_SERIES)
    .execute()
  return rows.map((row) => row.id)
}

/** The visible series with one of these ids at one of these sources. */
export async function findSeriesByExternalId(
  db: Queryable,
  viewer: Viewer,
  libraryUids: readonly string[],
  { sources, externalIds }: { sources: readonly string[]; externalIds: readonly string[] },
): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()
  for (const some of inChunks([...new Set(externalIds)])) {
    const rows = await visibleSeries(db, viewer, libraryUids)
      .innerJoin('series_external_id as x', 'x.series_id', 's.id')
      .where('x.source', 'in', sources)
      .where('x.external_id', 'in', some)
      .select(['s.id', 'x.external_id'])
      .distinct()
      .orderBy('s.id')
      .execute()
    for (const row of rows) found.set(row.external_id, [...(found.get(row.external_id) ?? []), row.id])
  }
  return found
}

/** By the exact title, ignoring case; only if it is unique. */
export async function findSeriesByTitle(
  db: Queryable,
  viewer: Viewer,
  libraryUids: readonly string[],
  titles: readonly string[],
): Promise<Map<string, number>> {
  const keyOf = new Map([...new Set(titles)].map((title) => [title, titleSortKeys(title, null).title_key]))
  const byKey = new Map<string, number[]>()
  for (const some of inChunks([...new Set(keyOf.values())])) {
    const rows = await visibleSeries(db, viewer, libraryUids)
      .where('s.title_key', 'in', some)
      .select(['s.id', 's.title_key'])
      .execute()
    for (const row of rows) byKey.set(row.title_key, [...(byKey.get(row.title_key) ?? []), row.id])
  }
  const found = new Map<string, number>()
  for (const [title, key] of keyOf) {
    const [one, ...more] = byKey.get(key) ?? []
    if (one !== undefined && more.length === 0) found.set(title, one)
  }
  return found
}

export async function readSeriesReadingStates(
  db: Queryable,
  viewer: Viewer,
  ids: readonly number[],
): Promise<SeriesReadingState[]> {
  if (ids.length === 0) return []
  const rows = await visibleSeries(db, viewer, [])
    .innerJoin('library as l', 'l.id', 's.library_id')
    .leftJoin('user_rating as r', (join) => join.onRef('r.series_id', '=', 's.id').on('r.user_id', '=', viewer.userId))
    .leftJoin('want_to_read as w', (join) => join.onRef('w.series_id', '=', 's.id').on('w.user_id', '=', viewer.userId))
    .select(['s.id', 's.uid', 's.title', 'l.uid as libraryUid', 'l.name as libraryName', 's.year', 's.status'])
    .select(['s.total_book_count', 's.summary', 's.publisher', 's.language', 's.reading_direction', 's.age_rating'])
    .select(['s.authors', 'r.rating', 'r.updated_at as ratedAt', 'w.created_at as wantedAt'])
    .where('s.id', 'in', ids)
    .orderBy('s.id')
    .execute()
  const [genres, tags, titles, externals, books] = await Promise.all([
    readFacetNames(db, 'series', 'genre', ids),
    readFacetNames(db, 'series', 'tag', ids),
    db.query.selectFrom('alternate_title').select(['series_id', 'title']).where('series_id', 'in', ids).execute(),
    db.query
      .selectFrom('series_external_id')
      .select(['series_id', 'source', 'external_id', 'url'])
      .where('series_id', 'in', ids)
      .orderBy('source')
      .execute(),
    readBooks(db, viewer, ids),
  ])
  const [titlesOf, externalsOf] = [Map.groupBy(titles, bySeries), Map.groupBy(externals, bySeries)]
  return rows.map((row) => ({
    id: row.id,
    uid: bytesToUuid(row.uid),
    title: row.title,
    libraryUid: bytesToUuid(row.libraryUid),
    libraryName: row.libraryName,
    year: row.year,
    status: row.status,
    totalBookCount: row.total_book_count,
    summary: row.summary,
    publisher: row.publisher,
    language: row.language,
    readingDirection: row.reading_direction,
    ageRating: row.age_rating,
    authors: parseStoredJson<{ name: string }[]>(row.authors, []).map((author) => author.name),
    genres: (genres.get(row.id) ?? []).map((one) => one.name),
    tags: (tags.get(row.id) ?? []).map((one) => one.name),
    alternateTitles: (titlesOf.get(row.id) ?? []).map((one) => one.title),
    externalIds: (externalsOf.get(row.id) ?? []).map((one) => ({
      source: one.source,
      externalId: one.external_id,
      url: one.url,
    })),
    rating: row.rating === null ? undefined : { score: row.rating, at: row.ratedAt! },
    wantedAt: row.wantedAt ?? undefined,
    books: books.get(row.id) ?? [],
  }))
}

async function readBooks(db: Queryable, viewer: Viewer, seriesIds: readonly number[]) {
  const rows = await db.query
    .selectFrom('book as b')
    .innerJoin('series as s', 's.id', 'b.series_id')
    .innerJoin('library as l', 'l.id', 'b.library_id')
    .leftJoin('progress as p', (join) => join.onRef('p.book_id', '=', 'b.id').on('p.user_id', '=', viewer.userId))
    .select(['b.id', 'b.uid', 'b.series_id as seriesId', 's.uid as seriesUid', 'l.uid as libraryUid', 'b.class'])
    .select(['b.page_count as pageCount', 'b.format', 'b.volume', 'b.chapter', 'b.number'])
    .select(firstSeenSql('b').as('firstSeenAt'))
    .select(['p.done', 'p.page', 'p.percentage', 'p.started_at', 'p.read_at'])
    .where('b.series_id', 'in', seriesIds)
    .where('b.deleted_at', 'is', null)
    .where(visibilityCondition(db.kind, viewer.sees, 'b.class'))
    .orderBy('b.number')
    .orderBy('b.sort_key')
    .orderBy('b.id')
    .execute()
  const books = rows.map(({ done, page, percentage, started_at, read_at, ...book }) => ({
    ...book,
    progress:
      done === null
        ? undefined
        : { done: done === 1, page: page!, percentage, startedAt: started_at!, readAt: read_at! },
  }))
  return Map.groupBy<number, BookReadingState>(books, (book) => book.seriesId)
}

function visibleSeries(db: Queryable, viewer: Viewer, libraryUids: readonly string[]) {
  const query = db.query.selectFrom('series as s').where(visibilityCondition(db.kind, viewer.sees, 's.class'))
  if (libraryUids.length === 0) return query
  return query.where('s.library_id', 'in', (eb) =>
    eb.selectFrom('library as o').select('o.id').where('o.uid', 'in', libraryUids.map(uuidToBytes)),
  )
}

const bySeries = (row: { series_id: number }) => row.series_id
/** More than anyone reads. */
const MAX_SERIES = 50_000
