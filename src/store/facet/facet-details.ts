import { sql } from 'kysely'
import type { FacetKind } from '../../contract/facets.ts'
import type { BookFilter } from '../book/filter.ts'
import { listBookIds } from '../book/list.ts'
import type { PageRange } from '../list/page-range.ts'
import type { Db } from '../open.ts'
import type { SeriesFilter } from '../series/filter.ts'
import { listSeriesIds } from '../series/list.ts'
import { facetKey } from '../text/fold-letters.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export interface FacetFilters {
  series: SeriesFilter
  books: BookFilter
}

export interface FacetTotals {
  seriesCount: number
  bookCount: number
}

/**
 * Number of series and books with this value that the viewer may see: the totals of the two lists, which are cached.
 */
export async function countSeriesAndBooksOfFacet(
  db: Db,
  viewer: Viewer,
  { series, books }: FacetFilters,
): Promise<FacetTotals> {
  const first = { limit: 1, offset: 0 }
  const found = await listSeriesIds(db, viewer, { filter: series }, first)
  const carrying = await listBookIds(db, viewer, { filter: books }, first)
  return { seriesCount: found.total, bookCount: carrying.total }
}

/** A person's roles in all series and books; reads only the links. */
export async function listRolesOfPerson(db: Db, name: string): Promise<string[]> {
  const person = await db.query
    .selectFrom('person')
    .select('id')
    .where('name_key', '=', facetKey(name))
    .executeTakeFirst()
  if (!person) return []
  const roles = await Promise.all(
    (['series_person', 'book_person'] as const).map((table) =>
      db.query.selectFrom(table).select('role').distinct().where('person_id', '=', person.id).limit(100).execute(),
    ),
  )
  return [...new Set(roles.flat().map(({ role }) => role))].sort()
}

/** The stored spelling, whatever the spelling of the request. */
export async function findStoredFacetSpelling(
  db: Db,
  viewer: Viewer,
  kind: FacetKind,
  filters: FacetFilters,
  name: string,
) {
  if (kind === 'publisher' || kind === 'imprint') {
    const { ids } = await listSeriesIds(db, viewer, { filter: filters.series }, { limit: 1, offset: 0 })
    if (ids.length === 0) return undefined
    const row = await db.query.selectFrom('series').select(kind).where('id', '=', ids[0]!).executeTakeFirst()
    return row?.[kind] ?? undefined
  }
  const row = await db.query.selectFrom(kind).select('name').where('name_key', '=', facetKey(name)).executeTakeFirst()
  return row?.name
}

/** The books of a story arc in story order; those without a number last. */
export async function listStoryArcBookIds(
  db: Db,
  viewer: Viewer,
  name: string,
  rows: PageRange,
): Promise<{ ids: number[]; total: number }> {
  const books = sql`from story_arc a cross join book_story_arc l cross join book b
    where a.name_key = ${facetKey(name)} and l.story_arc_id = a.id and b.id = l.book_id
      and ${visibilityCondition(db.kind, viewer.sees, 'b.class')}`
  const { rows: found } = await sql<{ id: number }>`select b.id ${books}
    order by l.position is null, l.position, b.release_date, b.sort_key, b.id
    limit ${rows.limit} offset ${rows.offset}`.execute(db.query)
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${books}`.execute(db.query)
  return { ids: found.map(({ id }) => id), total: Number(counted[0]?.n ?? 0) }
}
