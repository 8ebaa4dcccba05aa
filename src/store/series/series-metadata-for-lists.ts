import { sql } from 'kysely'
import { toAuthorView } from '../book/full-book.ts'
import type { AuthorView } from '../book/view.ts'
import { defineCache } from '../cache/caches.ts'
import { idCondition } from '../list/sql-conditions.ts'
import type { Db, Queryable } from '../open.ts'
import { parseStoredJson } from '../parse-stored-json.ts'
import { revisionForViewer } from '../revision.ts'
import type { Viewer } from '../viewer.ts'

/** Linked metadata of a series, by name only: for surfaces that show all of it in every list. */
export interface SeriesMetadataForLists {
  authors: AuthorView[]
  locks: string[]
  genres: string[]
  tags: string[]
  /** Tags of its books, whatever the series' own tags are. */
  bookTags: string[]
  sharingTags: string[]
  links: { label: string; url: string }[]
  alternateTitles: { label: string; title: string }[]
  fromBooks: DateAndSummaryFromBooks
}

/** Values from the first books of a series; only the first, so that a long series costs no more than a short one. */
export interface DateAndSummaryFromBooks {
  /** The earliest, as a number, e.g. 20240131. */
  releaseDate: number | null
  /** The first one among the books; only read if the series has none. */
  summary: string | null
  summaryNumber: string | null
}

/** Two queries for any number of series; none for those that are cached and unchanged. */
export async function readSeriesMetadataForLists(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SeriesMetadataForLists>> {
  const revision = await revisionForViewer(db, viewer, 'catalog')
  const cache = extrasCache(db)
  const extras = new Map<number, SeriesMetadataForLists>()
  const missing = ids.filter((id) => {
    const known = cache.get(id, revision)
    if (known) extras.set(id, known)
    return !known
  })
  for (const [id, one] of await readMissing(db, missing)) {
    extras.set(id, one)
    cache.set(id, revision, one)
  }
  return extras
}

/** About ten megabytes. */
const extrasCache = defineCache<number, SeriesMetadataForLists>('series_extras', { maxEntries: 10_000 })

async function readMissing(db: Db, ids: readonly number[]): Promise<Map<number, SeriesMetadataForLists>> {
  if (ids.length === 0) return new Map()
  const [own, hanging] = await Promise.all([readOwn(db, ids), readHanging(db, ids)])
  const extras = new Map(
    own.map((row): [number, SeriesMetadataForLists] => [
      row.id,
      {
        authors: parseStoredJson<AuthorView[]>(row.authors, []).map(toAuthorView),
        locks: parseStoredJson<string[]>(row.locks, []),
        fromBooks: fromBooksOf(row),
        genres: [],
        tags: [],
        bookTags: [],
        sharingTags: [],
        links: [],
        alternateTitles: [],
      },
    ]),
  )
  for (const row of hanging) {
    const one = extras.get(row.owner)
    if (!one) continue
    if (row.kind === 'link') one.links.push({ label: row.a, url: row.b })
    else if (row.kind === 'title') one.alternateTitles.push({ label: row.a, title: row.b })
    else one[NAMES[row.kind]].push(row.a)
  }
  return extras
}

const NAMES = { genre: 'genres', tag: 'tags', book_tag: 'bookTags', sharing_tag: 'sharingTags' } as const

interface Own {
  id: number
  authors: string
  locks: string
  released: number | null
  first_summary: string | null
}

async function readOwn(db: Queryable, ids: readonly number[]): Promise<Own[]> {
  const firstSummary = sql`select ${both(db.kind)} from (${firstBooks}) f cross join book_meta m
    where m.book_id = f.id and m.summary is not null limit 1`
  const { rows } = await sql<Own>`select s.id, s.authors, s.locks,
      (select min(f.release_date) from (${firstBooks}) f) as released,
      case when s.summary is null then (${firstSummary}) end as first_summary
    from series s where ${idCondition(db.kind, sql`s.id`, ids)}`.execute(db.query)
  return rows
}

/** The first books in index order: number, title. */
const firstBooks = sql`select b.id, b.release_date, b.number_text from book b
  where b.series_id = s.id and b.class > 0 order by b.number, b.sort_key, b.id limit 20`

/** Returns two values from a scalar subquery. */
const both = (kind: Queryable['kind']) =>
  kind === 'sqlite'
    ? sql`json_object('summary', m.summary, 'number', f.number_text)`
    : sql`json_build_object('summary', m.summary, 'number', f.number_text)::text`

function fromBooksOf(row: Own): DateAndSummaryFromBooks {
  const one = parseStoredJson<{ summary: string; number: string | null } | null>(row.first_summary, null)
  return { releaseDate: row.released, summary: one?.summary ?? null, summaryNumber: one?.number ?? null }
}

interface Hanging {
  kind: keyof typeof NAMES | 'link' | 'title'
  owner: number
  a: string
  b: string
  place: string
  nth: number
}

async function readHanging({ kind, query }: Queryable, ids: readonly number[]): Promise<Hanging[]> {
  const linked = idCondition(kind, sql`l.series_id`, ids)
  // Static SQL: building it from the names would cost more than the query.
  const { rows } = await sql<Hanging>`
    select 'genre' as kind, l.series_id as owner, f.name as a, '' as b, f.name_key as place, 0 as nth
      from series_genre l cross join genre f where ${linked} and f.id = l.genre_id
    union all select 'tag', l.series_id, f.name, '', f.name_key, 0
      from series_tag l cross join tag f where ${linked} and f.id = l.tag_id
    union all select distinct 'book_tag', b.series_id, f.name, '', f.name_key, 0
      from book b cross join book_tag l cross join tag f
      where ${idCondition(kind, sql`b.series_id`, ids)} and b.class > 0 and l.book_id = b.id and f.id = l.tag_id
    union all select 'sharing_tag', l.series_id, f.name, '', f.name_key, 0
      from series_sharing_tag l cross join sharing_tag f where ${linked} and f.id = l.sharing_tag_id
    union all select 'link', l.series_id, l.source, l.url, l.source, l.id from series_external_link l where ${linked}
    union all select 'title', l.series_id, l.label, l.title, '', l.id from alternate_title l
      where ${linked}`.execute(query)
  // Sorted here and not by the database: the two databases would not agree on the order of letters.
  return rows.sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : a.nth - b.nth))
}
