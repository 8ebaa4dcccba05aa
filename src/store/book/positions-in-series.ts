import { sql } from 'kysely'
import { idCondition } from '../list/sql-conditions.ts'
import type { Queryable } from '../open.ts'
import type { BookView } from './view.ts'

/** A book's position in its series. */
export interface PositionInSeries {
  /** From 1, in reading order. */
  position: number
  /** Its number, or one after all numbers if it has none: a value for clients that sort by number alone. */
  numberSort: number
  isOneshot: boolean
}

/** The positions of these books, in one query: each series is numbered once. A deleted book has no position. */
export async function readPositionsInSeries(
  db: Queryable,
  books: readonly Pick<BookView, 'id' | 'seriesId'>[],
): Promise<Map<number, PositionInSeries>> {
  if (books.length === 0) return new Map()
  const series = [...new Set(books.map((book) => book.seriesId))]
  const ids = books.map((book) => book.id)
  const { rows } = await sql<Row>`select p.id, p.position, p.number, p.largest, p.numbered, s.is_oneshot from (
      select b.id, b.series_id, b.number,
        row_number() over (partition by b.series_id order by coalesce(b.number, 1e308), b.sort_key, b.id) as position,
        max(b.number) over (partition by b.series_id) as largest,
        count(b.number) over (partition by b.series_id) as numbered
      from book b where ${idCondition(db.kind, sql`b.series_id`, series)} and b.class > 0) p
    cross join series s where s.id = p.series_id and ${idCondition(db.kind, sql`p.id`, ids)}`.execute(db.query)
  return new Map(rows.map((row) => [row.id, positionOf(row)]))
}

interface Row {
  id: number
  position: number
  number: number | null
  largest: number | null
  numbered: number
  is_oneshot: number
}

function positionOf(row: Row): PositionInSeries {
  const [position, numbered] = [Number(row.position), Number(row.numbered)]
  const numberSort = row.number ?? (row.largest ?? 0) + position - numbered
  return { position, numberSort, isOneshot: row.is_oneshot === 1 }
}
