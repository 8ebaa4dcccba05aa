import { hash } from 'node:crypto'
import { rateLimitProblem } from '../../contract/problems.ts'
import type { Db, Tx } from '../../store/open.ts'
import {
  countLoginAttempt,
  deleteLoginAttempts,
  deleteLoginAttemptsOutside,
  lockLoginAttempts,
  uncountLoginAttempt,
} from '../../store/session/login-attempts.ts'
import { loginNameKey } from '../../store/user/login-name-key.ts'

/** This many wrong passwords cause no delay: people mistype. */
export const failuresWithoutDelay = 5
const firstDelayMs = 1000
const maxDelayMs = 15 * 60_000
/** Failures are forgotten after an hour. */
const memoryMs = 60 * 60_000
/**
 * Failures of one address over all accounts, in a quarter of an hour. High, because a whole family or office may share
 * it.
 */
export const maxFailuresPerAddress = 100
const addressWindowMs = 15 * 60_000
/**
 * A failure later than this was counted before a clock was set back, and is forgotten: otherwise nobody at that address
 * could sign in until the clock reaches it again. The clocks of servers that share a database differ by less.
 */
const clocksDifferMs = 5 * 60_000

export interface LoginAttempt {
  /** The account, if the name is one. User name and e-mail address lead to the same one. */
  userId: number | undefined
  name: string
  address: string
  /**
   * A browser that was signed in to this account before. Only its own failures count, so strangers cannot lock it out.
   */
  device: string | undefined
}

/**
 * Checks a password. Failures for one account from one address cause longer and longer delays, which affect nobody
 * else: neither the owner at home nor a browser that knows the account. Guessing at many accounts from one address hits
 * a wider limit.
 */
export async function limitLoginAttempts<T>(
  db: Db,
  attempt: LoginAttempt,
  check: () => Promise<T | undefined>,
  now: () => number = Date.now,
): Promise<T | undefined> {
  // Hashed, because people type their password into the wrong field.
  const account = attempt.userId ?? hash('sha256', loginNameKey(attempt.name), 'hex').slice(0, 32)
  const { device, address } = attempt
  const pair = device === undefined ? `pair:${account}@${address}` : `device:${device}`
  const wide = device === undefined ? `address:${address}` : undefined
  const waitMs = await db.transaction(async (tx) => {
    const wait = Math.max(await waitOfPair(tx, pair, now()), wide ? await waitOfAddress(tx, wide, now()) : 0)
    // Counted before the password is checked: concurrent guesses cannot all slip through.
    if (wait <= 0) await count(tx, [pair, wide], now())
    return wait
  })
  if (waitMs > 0) throw rateLimitProblem(waitMs / 1000)
  const outcome = await check().catch(async (error: unknown) => {
    // The password wasn't checked: that doesn't count as a failure.
    await db.transaction(async (tx) => {
      for (const name of [pair, wide]) if (name) await uncountLoginAttempt(tx, name)
    })
    throw error
  })
  if (outcome === undefined) return undefined
  await db.transaction(async (tx) => {
    await deleteLoginAttempts(tx, pair)
    // The address keeps its earlier failures: signing in to one's own account must not allow endless guesses at others.
    if (wide) await uncountLoginAttempt(tx, wide)
  })
  return outcome
}

/** The delay after this many failures. */
export function delayAfterFailures(failures: number): number {
  if (failures < failuresWithoutDelay) return 0
  return Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(30, failures - failuresWithoutDelay))
}

async function waitOfPair(tx: Tx, name: string, now: number): Promise<number> {
  const { tries, since } = await lockLoginAttempts(tx, name, now)
  const delay = delayAfterFailures(tries)
  if (delay === 0 || isForgotten(since, now, memoryMs)) return 0
  return Math.min(delay, since + delay - now)
}

async function waitOfAddress(tx: Tx, name: string, now: number): Promise<number> {
  const { tries, since } = await lockLoginAttempts(tx, name, now)
  if (tries < maxFailuresPerAddress || isForgotten(since, now, addressWindowMs)) return 0
  return since + addressWindowMs - now
}

const isForgotten = (since: number, now: number, memory: number): boolean =>
  since + memory <= now || since > now + clocksDifferMs

async function count(tx: Tx, [pair, wide]: [string, string | undefined], now: number): Promise<void> {
  const forget = (olderMs: number) => ({ before: now - olderMs, after: now + clocksDifferMs })
  const { tries } = await countLoginAttempt(tx, pair, now, { forget: forget(memoryMs), from: 'last' })
  if (wide) await countLoginAttempt(tx, wide, now, { forget: forget(addressWindowMs), from: 'first' })
  if (tries === 1) await deleteLoginAttemptsOutside(tx, forget(memoryMs))
}
