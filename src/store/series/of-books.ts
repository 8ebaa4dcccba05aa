import { sql } from 'kysely'
import { idHolds } from '../list/criteria.ts'
import { parsed } from '../list/named.ts'
import type { Asks } from '../open.ts'
import type { SeriesView } from './view.ts'

/** What the books of a series tell of it. */
export interface ToldByBooks {
  /** The earliest, as a number, 20240131. */
  releaseDate: number | null
  /** Of the first book that has one; only looked for where the series has none of its own. */
  summary: string | null
  summaryNumber: string | null
}

/** Asked of the first books of each series only, so that a long one costs no more than a short one. */
export async function readToldByBooks(
  db: Asks,
  series: readonly Pick<SeriesView, 'id' | 'summary'>[],
): Promise<Map<number, ToldByBooks>> {
  const ids = series.map((one) => one.id)
  const silent = new Set(series.filter((one) => !one.summary).map((one) => one.id))
  const [dates, summaries] = [await readDates(db, ids), await readSummaries(db, [...silent])]
  return new Map(
    ids.map((id) => [
      id,
      {
        releaseDate: dates.get(id) ?? null,
        summary: summaries.get(id)?.summary ?? null,
        summaryNumber: summaries.get(id)?.number_text ?? null,
      },
    ]),
  )
}

/** The first by the index: number, title. */
const firstBooks = sql`select b.id, b.release_date, b.number_text from book b
  where b.series_id = s.id and b.class > 0 order by b.number, b.sort_key, b.id limit 20`

async function readDates(db: Asks, ids: readonly number[]): Promise<Map<number, number | null>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; released: number | null }>`select s.id,
      (select min(f.release_date) from (${firstBooks}) f) as released
    from series s where ${idHolds(db.kind, sql`s.id`, ids)}`.execute(db.query)
  return new Map(rows.map((row) => [row.id, row.released]))
}

async function readSummaries(
  db: Asks,
  ids: readonly number[],
): Promise<Map<number, { summary: string; number_text: string | null }>> {
  if (ids.length === 0) return new Map()
  const told = sql`select ${json(db.kind)} from (${firstBooks}) f cross join book_meta m
    where m.book_id = f.id and m.summary is not null limit 1`
  const { rows } = await sql<{ id: number; told: string | null }>`select s.id, (${told}) as told
    from series s where ${idHolds(db.kind, sql`s.id`, ids)}`.execute(db.query)
  const found = rows.flatMap((row) => {
    const one = parsed<{ summary: string; number_text: string | null } | null>(row.told, null)
    return one ? [[row.id, one] as const] : []
  })
  return new Map(found)
}

/** Both values of one row, out of a place that has room for one. */
const json = (kind: Asks['kind']) =>
  kind === 'sqlite'
    ? sql`json_object('summary', m.summary, 'number_text', f.number_text)`
    : sql`json_build_object('summary', m.summary, 'number_text', f.number_text)::text`

/** Names of the sharing tags of many series, by their inner ids. */
export async function readSharingTagNames(db: Asks, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ series_id: number; name: string }>`select l.series_id, t.name
    from series_sharing_tag l cross join sharing_tag t
    where ${idHolds(db.kind, sql`l.series_id`, ids)} and t.id = l.sharing_tag_id order by t.name_key`.execute(db.query)
  const names = new Map<number, string[]>()
  for (const row of rows) names.set(row.series_id, [...(names.get(row.series_id) ?? []), row.name])
  return names
}
