import { sql } from 'kysely'
import type { Tx } from '../open.ts'

interface Tries {
  tries: number
  /** Start of the window, or time of the newest attempt; see `countLoginAttempt`. */
  since: number
}

/** Attempts up to and including `before`, and those later than `after`, no longer count. */
interface Forgotten {
  before: number
  after: number
}

/**
 * Counts an attempt for this name. Returns the number of attempts including this one. The time by which they are
 * forgotten is that of the first of them (a window) or of the last (a growing delay).
 */
export async function countLoginAttempt(
  tx: Tx,
  name: string,
  now: number,
  { forget, from }: { forget: Forgotten; from: 'first' | 'last' },
): Promise<Tries> {
  const isForgotten = sql`(login_failure.since <= ${forget.before} or login_failure.since > ${forget.after})`
  const later = from === 'last' ? sql`excluded.since` : sql`login_failure.since`
  const { rows } = await sql<{ failures: number; since: number }>`
    insert into login_failure (name, failures, since) values (${name}, 1, ${now})
    on conflict (name) do update set
      failures = case when ${isForgotten} then 1 else login_failure.failures + 1 end,
      since = case when ${isForgotten} then excluded.since else ${later} end
    returning failures, since`.execute(tx)
  return { tries: rows[0]!.failures, since: rows[0]!.since }
}

/** Also locks the name, so that the next attempt waits until this one is counted. */
export async function lockLoginAttempts(tx: Tx, name: string, now: number): Promise<Tries> {
  await tx
    .insertInto('login_failure')
    .values({ name, failures: 0, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { rows } = await sql<{ failures: number; since: number }>`
    update login_failure set failures = failures where name = ${name} returning failures, since`.execute(tx)
  return { tries: rows[0]!.failures, since: rows[0]!.since }
}

/** The attempt succeeded: it doesn't count, but earlier failures do. */
export async function uncountLoginAttempt(tx: Tx, name: string): Promise<void> {
  await sql`update login_failure set failures = failures - 1 where name = ${name} and failures > 0`.execute(tx)
}

export async function deleteLoginAttempts(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('login_failure').where('name', '=', name).execute()
}

export async function deleteLoginAttemptsOutside(tx: Tx, { before, after }: Forgotten): Promise<void> {
  await tx
    .deleteFrom('login_failure')
    .where((eb) => eb.or([eb('since', '<', before), eb('since', '>', after)]))
    .execute()
}
