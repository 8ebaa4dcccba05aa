import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import { idCondition } from '../list/sql-conditions.ts'
import { lockRows } from '../lock-rows.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import { selectRows } from '../rows-as-parameter.ts'

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

/** Writes dates that are earlier than ours. A series is at least as old as its oldest book. */
export async function writeEarlierBookDates(tx: Tx, kind: Db['kind'], dates: AddedDates): Promise<void> {
  const ids = [...dates.keys()]
  const seriesIds = await seriesOf(tx, kind, ids)
  // Series before books, the same order as when a series is finalised.
  await lockRows(tx, kind, 'series', seriesIds)
  await lockRows(tx, kind, 'book', ids)
  await writeEarlier(tx, kind, 'book', dates)
  const condition = idCondition(kind, sql`b.series_id`, seriesIds)
  const { rows } = await sql<{ id: number; oldest: number; newest: number | null }>`select b.series_id as id,
      min(b.created_at) as oldest, max(case when b.deleted_at is null then b.created_at end) as newest
    from book b where ${condition} group by b.series_id`.execute(tx)
  await writeEarlier(tx, kind, 'series', new Map(rows.map(({ id, oldest }) => [id, Number(oldest)])))
  const newest = rows.flatMap(({ id, newest }) => (newest === null ? [] : [[id, Number(newest)]]))
  await sql`with given(id, at) as (${selectRows(kind, ['int', 'bigint'], newest)})
    update series set last_book_at = given.at from given where series.id = given.id`.execute(tx)
}

/** The same for the dates of series themselves. */
export async function writeEarlierSeriesDates(tx: Tx, kind: Db['kind'], dates: AddedDates): Promise<void> {
  await lockRows(tx, kind, 'series', [...dates.keys()])
  await writeEarlier(tx, kind, 'series', dates)
}

async function writeEarlier(tx: Tx, kind: Db['kind'], table: 'book' | 'series', dates: AddedDates): Promise<void> {
  const given = selectRows(kind, ['int', 'bigint'], [...dates])
  await sql`with given(id, at) as (${given})
    update ${sql.table(table)} set first_seen_at = coalesce(first_seen_at, created_at), created_at = given.at
    from given where ${sql.ref(`${table}.id`)} = given.id and created_at > given.at`.execute(tx)
}

async function seriesOf(tx: Tx, kind: Db['kind'], bookIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct b.series_id as id from book b
    where ${idCondition(kind, sql`b.id`, bookIds)}`.execute(tx)
  return rows.map(({ id }) => id)
}
