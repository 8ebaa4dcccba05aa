import { sql } from 'kysely'
import type { Db } from './open.ts'

/** The number and time of the newest applied migration. */
export async function readNewestMigration(db: Db): Promise<{ number: number; appliedAt: number }> {
  const { rows } = await sql<{ number: number; applied: number }>`
    select max(number) as number, max(applied_at) as applied from migration`.execute(db.query)
  return { number: Number(rows[0]?.number ?? 0), appliedAt: Number(rows[0]?.applied ?? 0) }
}

/** The database's clock; undefined for SQLite, which uses ours. */
export async function readDatabaseClock(db: Db): Promise<number | undefined> {
  if (db.kind === 'sqlite') return undefined
  const { rows } = await sql<{ now: string }>`select extract(epoch from clock_timestamp()) as now`.execute(db.query)
  return Number(rows[0]?.now) * 1000
}
