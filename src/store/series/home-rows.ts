import { sql } from 'kysely'
import { idCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { SeriesFilter } from './filter.ts'
import { listSeriesIds } from './list.ts'

export interface SeriesWithNewBooks {
  seriesId: number
  newBooks: number
  newestBookId: number
}

/**
 * Series by their newest book, each with the number of books added with it: a scan that finds forty volumes adds one
 * row, not forty. Unreadable books are left out.
 */
export async function listSeriesWithNewBooks(
  db: Db,
  viewer: Viewer,
  filter: SeriesFilter | undefined,
  limit: number,
): Promise<SeriesWithNewBooks[]> {
  // Some have no readable book.
  const page = { limit: limit * 2, offset: 0 }
  const { ids } = await listSeriesIds(db, viewer, { filter, sort: [{ field: 'last_book', direction: 'desc' }] }, page)
  if (ids.length === 0) return []
  const { rows } = await sql<SeriesWithNewBooks>`select b.series_id as "seriesId", count(*) as "newBooks", 
      coalesce(max(case when b.created_at = s.last_book_at then b.id end), max(b.id)) as "newestBookId"
    from series s join book b on b.series_id = s.id
    where ${idCondition(db.kind, sql`s.id`, ids)} and ${visibilityCondition(db.kind, viewer.sees, 'b.class')}
      and b.analysis_error is null and b.created_at >= s.last_book_at - ${sql.lit(TOGETHER_MS)}
    group by b.series_id`.execute(db.query)
  const byId = new Map(rows.map((row) => [row.seriesId, { ...row, newBooks: Number(row.newBooks) }]))
  return ids.flatMap((id) => byId.get(id) ?? []).slice(0, limit)
}

const TOGETHER_MS = 7 * 24 * 3600 * 1000

/** A uniformly random selection. */
export async function pickRandomSeriesIds(
  db: Db,
  viewer: Viewer,
  filter: SeriesFilter | undefined,
  count: number,
): Promise<number[]> {
  const at = async (offset: number) => listSeriesIds(db, viewer, { filter }, { limit: 1, offset })
  const { total } = await listSeriesIds(db, viewer, { filter }, { limit: 1, offset: 0 })
  const offsets = new Set<number>()
  for (let tries = 0; offsets.size < Math.min(count, total) && tries < count * 10; tries++) {
    offsets.add(Math.floor(Math.random() * total))
  }
  const picked: number[] = []
  for (const offset of offsets) picked.push(...(await at(offset)).ids)
  return picked
}
