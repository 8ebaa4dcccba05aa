import { sql } from 'kysely'
import { CLOCK_TOLERANCE_MS } from '../clock-tolerance.ts'
import type { Tx } from '../open.ts'

/**
 * True for exactly one caller per tick. A last run in the future was stored while the clock was wrong: it doesn't stop
 * the schedule until then.
 */
export async function claimScheduleTick(tx: Tx, name: string, tick: number, now = Date.now()): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`insert into schedule (name, last_run_at) values (${name}, ${tick})
    on conflict (name) do update set last_run_at = ${tick}
    where schedule.last_run_at < ${tick} or schedule.last_run_at > ${now + CLOCK_TOLERANCE_MS}
    returning name`.execute(tx)
  return rows.length > 0
}
