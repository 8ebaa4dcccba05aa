import { sql } from 'kysely'
import type { Tx } from '../open.ts'

/**
 * One more try under this name, counted before the password is looked at: tries that run at the same time, on whatever
 * server, cannot all slip through. Answers how many there were in the window, this one included, and when it began.
 */
export async function countAttempt(
  tx: Tx,
  name: string,
  now: number,
  windowMs: number,
): Promise<{ tries: number; since: number }> {
  const over = now - windowMs
  const { rows } = await sql<{ failures: number; since: number }>`
    insert into login_failure (name, failures, since) values (${name}, 1, ${now})
    on conflict (name) do update set
      failures = case when login_failure.since <= ${over} then 1 else login_failure.failures + 1 end,
      since = case when login_failure.since <= ${over} then ${now} else login_failure.since end
    returning failures, since`.execute(tx)
  return { tries: rows[0]!.failures, since: rows[0]!.since }
}

/** The try was good after all: it does not count, but the failures before it do. */
export async function uncountAttempt(tx: Tx, name: string): Promise<void> {
  await sql`update login_failure set failures = failures - 1 where name = ${name} and failures > 0`.execute(tx)
}

export async function forgetAttempts(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('login_failure').where('name', '=', name).execute()
}

export async function forgetOldAttempts(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('login_failure').where('since', '<', before).execute()
}
