import { hash } from 'node:crypto'
import { mustWait } from '../../contract/problems.ts'
import type { Db } from '../../store/open.ts'
import { countAttempt, forgetAttempts, forgetOldAttempts, uncountAttempt } from '../../store/session/login-failure.ts'
import { nameKey } from '../../store/user/name-key.ts'

export const maxFailures = 10
export const windowMs = 15 * 60_000

/**
 * Lets somebody try a password, unless there were too many failures with this account or from this address. Only new
 * sign-ins wait: sessions and keys that were given out before do not pass here, so nobody is locked out of a running app
 * by somebody else's guesses.
 */
export async function limitAttempts<T>(
  db: Db,
  who: { name: string; address: string },
  attempt: () => Promise<T | undefined>,
  now: () => number = Date.now,
): Promise<T | undefined> {
  // Hashed, because people type their password into the wrong field.
  const account = `account:${hash('sha256', nameKey(who.name), 'hex').slice(0, 32)}`
  const address = `address:${who.address}`
  const waitMs = await db.transaction(async (tx) => {
    const time = now()
    let wait = 0
    for (const name of [account, address]) {
      const { tries, since } = await countAttempt(tx, name, time, windowMs)
      if (tries > maxFailures) wait = Math.max(wait, since + windowMs - time)
      if (tries === 1) await forgetOldAttempts(tx, time - windowMs)
    }
    return wait
  })
  if (waitMs > 0) throw mustWait(waitMs / 1000)
  const outcome = await attempt().catch(async (error: unknown) => {
    // It was never looked at: that is nobody's failure.
    await db.transaction(async (tx) => {
      for (const name of [account, address]) await uncountAttempt(tx, name)
    })
    throw error
  })
  if (outcome === undefined) return undefined
  await db.transaction(async (tx) => {
    // The address keeps its earlier failures: one own account must not buy endless guesses at others.
    await forgetAttempts(tx, account)
    await uncountAttempt(tx, address)
  })
  return outcome
}
