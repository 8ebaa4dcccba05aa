import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import type { Tables } from '../tables.ts'

/** A live book of a series, with everything that its number, its title and its series' metadata depend on. */
export interface SeriesBookRow {
  id: number
  seriesId: number
  path: string
  title: string
  titleSort: string | null
  number: number | null
  numberText: string | null
  summary: string | null
  authors: string | null
  facts: string | null
  locks: string | null
  coverVersion: number
  coverColor: string | null
  coverWidth: number | null
  coverHeight: number | null
  updatedAt: number
}

export async function readSeriesBooks(
  tx: Tx | Queryable['query'],
  seriesIds: readonly number[],
): Promise<SeriesBookRow[]> {
  return tx
    .selectFrom('book as b')
    .leftJoin('book_meta as m', 'm.book_id', 'b.id')
    .select(['b.id', 'b.series_id as seriesId', 'b.path', 'b.title', 'b.title_sort as titleSort'])
    .select(['b.number', 'b.number_text as numberText', 'm.summary', 'm.authors', 'm.facts', 'm.locks'])
    .select(['b.cover_version as coverVersion', 'b.cover_color as coverColor'])
    .select(['b.cover_width as coverWidth', 'b.cover_height as coverHeight', 'b.updated_at as updatedAt'])
    .where('b.series_id', 'in', seriesIds)
    .where('b.deleted_at', 'is', null)
    .execute()
}

/** Names of the genres or tags of these series' live books, by book. */
export async function readSeriesBookFacets(
  tx: Tx,
  facet: 'genre' | 'tag',
  seriesIds: readonly number[],
): Promise<Map<number, string[]>> {
  const links = sql.table(`book_${facet}`)
  const names = sql.table(facet)
  const column = sql.ref(`${facet}_id`)
  const { rows } = await sql<{ book_id: number; name: string }>`
    select l.book_id, n.name from book b cross join ${links} l join ${names} n on n.id = l.${column}
    where b.series_id in (${sql.join(seriesIds)}) and l.book_id = b.id and b.deleted_at is null`.execute(tx)
  const byBook = new Map<number, string[]>()
  for (const row of rows) {
    const known = byBook.get(row.book_id)
    if (known) known.push(row.name)
    else byBook.set(row.book_id, [row.name])
  }
  return byBook
}

export type SeriesRow = Selectable<Tables['series']>

export async function readSeriesRows(tx: Tx, ids: readonly number[]): Promise<SeriesRow[]> {
  return tx.selectFrom('series').selectAll().where('id', 'in', ids).execute()
}

/** Sizes of these series, to distinguish those that can be sorted quickly. */
export async function readSeriesBookCounts(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.selectFrom('series').select(['id', 'book_count']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.book_count]))
}
