import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import { idCondition } from '../list/sql-conditions.ts'
import { lockRows } from '../lock-rows.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import { selectRows } from '../rows-as-parameter.ts'
import { dateSeriesByOldestBook, writeEarlierDates } from '../series/date-series-by-books.ts'

/** When books or series were added elsewhere, by our ids. */
export type AddedDates = ReadonlyMap<number, number>

/** Those of these books that were added here later. */
export async function findBooksAddedLater(db: Pick<Queryable, 'query'>, dates: AddedDates): Promise<number[]> {
  const later: number[] = []
  for (const ids of inChunks([...dates.keys()])) {
    const rows = await db.query.selectFrom('book').select(['id', 'created_at']).where('id', 'in', ids).execute()
    for (const { id, created_at } of rows) if (created_at > dates.get(id)!) later.push(id)
  }
  return later
}

/** Writes dates that are earlier than ours, also for the series of the books. */
export async function writeEarlierBookDates(tx: Tx, kind: Db['kind'], dates: AddedDates): Promise<void> {
  const ids = [...dates.keys()]
  const seriesIds = await seriesOf(tx, kind, ids)
  // Series before books, the same order as when a series is finalised.
  await lockRows(tx, kind, 'series', seriesIds)
  await lockRows(tx, kind, 'book', ids)
  await writeEarlierDates(tx, kind, 'book', dates)
  await dateSeriesByOldestBook(tx, kind, seriesIds)
  const condition = idCondition(kind, sql`b.series_id`, seriesIds)
  const { rows } = await sql<{ id: number; newest: number | null }>`select b.series_id as id,
      max(case when b.deleted_at is null then b.created_at end) as newest
    from book b where ${condition} group by b.series_id`.execute(tx)
  const newest = rows.flatMap(({ id, newest }) => (newest === null ? [] : [[id, Number(newest)]]))
  await sql`with given(id, at) as (${selectRows(kind, ['int', 'bigint'], newest)})
    update series set last_book_at = given.at from given where series.id = given.id`.execute(tx)
}

/** The same for the dates of series themselves. */
export async function writeEarlierSeriesDates(tx: Tx, kind: Db['kind'], dates: AddedDates): Promise<void> {
  await lockRows(tx, kind, 'series', [...dates.keys()])
  await writeEarlierDates(tx, kind, 'series', dates)
}

async function seriesOf(tx: Tx, kind: Db['kind'], bookIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct b.series_id as id from book b
    where ${idCondition(kind, sql`b.id`, bookIds)}`.execute(tx)
  return rows.map(({ id }) => id)
}
