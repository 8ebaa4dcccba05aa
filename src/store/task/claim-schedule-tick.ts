import { sql } from 'kysely'
import type { Tx } from '../open.ts'

/** True for exactly one caller per tick. */
export async function claimScheduleTick(tx: Tx, name: string, tick: number): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`insert into schedule (name, last_run_at) values (${name}, ${tick})
    on conflict (name) do update set last_run_at = ${tick} where schedule.last_run_at < ${tick}
    returning name`.execute(tx)
  return rows.length > 0
}
