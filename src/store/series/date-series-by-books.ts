import { sql } from 'kysely'
import { idCondition } from '../list/sql-conditions.ts'
import type { Db, Tx } from '../open.ts'
import { selectRows } from '../rows-as-parameter.ts'

/** A series is at least as old as its oldest book: one that books were moved to, or whose books got earlier dates. */
export async function dateSeriesByOldestBook(tx: Tx, kind: Db['kind'], seriesIds: readonly number[]): Promise<void> {
  if (seriesIds.length === 0) return
  const { rows } = await sql<{ id: number; oldest: number }>`select b.series_id as id, min(b.created_at) as oldest
    from book b where ${idCondition(kind, sql`b.series_id`, seriesIds)} group by b.series_id`.execute(tx)
  await writeEarlierDates(tx, kind, 'series', new Map(rows.map(({ id, oldest }) => [id, Number(oldest)])))
}

/** Writes dates that are earlier than the stored ones; when the rows were created here stays known. */
export async function writeEarlierDates(
  tx: Tx,
  kind: Db['kind'],
  table: 'book' | 'series',
  dates: ReadonlyMap<number, number>,
): Promise<void> {
  const given = selectRows(kind, ['int', 'bigint'], [...dates])
  await sql`with given(id, at) as (${given})
    update ${sql.table(table)} set first_seen_at = coalesce(first_seen_at, created_at), created_at = given.at
    from given where ${sql.ref(`${table}.id`)} = given.id and created_at > given.at`.execute(tx)
}
