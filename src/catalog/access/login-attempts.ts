import { hash } from 'node:crypto'
import { rateLimitProblem } from '../../contract/problems.ts'
import type { Db, Tx } from '../../store/open.ts'
import {
  countLoginAttempt,
  deleteLoginAttempts,
  deleteOldLoginAttempts,
  lockLoginAttempts,
  uncountLoginAttempt,
} from '../../store/session/login-attempts.ts'
import { loginNameKey } from '../../store/user/login-name-key.ts'

/** So many wrong passwords cost nothing: people mistype. */
export const failuresWithoutDelay = 5
const firstDelayMs = 1000
const maxDelayMs = 15 * 60_000
/** Nobody waits for what they did an hour ago. */
const memoryMs = 60 * 60_000
/** Failures of one address over all accounts, in a quarter of an hour. Wide: a whole family, or office, may be behind it. */
export const maxFailuresPerAddress = 100
const addressWindowMs = 15 * 60_000

export interface LoginAttempt {
  /** The account, if the name is one. User name and e-mail address lead to the same. */
  userId: number | undefined
  name: string
  address: string
  /** A browser that was signed in to this account before. It counts its own failures only, so strangers cannot lock it out. */
  device: string | undefined
}

/**
 * Lets somebody try a password. Failures with one account from one address wait longer and longer; nobody else waits for
 * them: neither the owner at home nor a browser that knows the account. Whoever guesses at many accounts from one
 * address meets a wider bound.
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
    // Counted before the password is looked at: guesses that run at the same time cannot all slip through.
    if (wait <= 0) await count(tx, [pair, wide], now())
    return wait
  })
  if (waitMs > 0) throw rateLimitProblem(waitMs / 1000)
  const outcome = await check().catch(async (error: unknown) => {
    // It was never looked at: that is nobody's failure.
    await db.transaction(async (tx) => {
      for (const name of [pair, wide]) if (name) await uncountLoginAttempt(tx, name)
    })
    throw error
  })
  if (outcome === undefined) return undefined
  await db.transaction(async (tx) => {
    await deleteLoginAttempts(tx, pair)
    // The address keeps its earlier failures: one own account must not buy endless guesses at others.
    if (wide) await uncountLoginAttempt(tx, wide)
  })
  return outcome
}

/** How long somebody waits after so many failures. */
export function delayAfterFailures(failures: number): number {
  if (failures < failuresWithoutDelay) return 0
  return Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(30, failures - failuresWithoutDelay))
}

async function waitOfPair(tx: Tx, name: string, now: number): Promise<number> {
  const { tries, since } = await lockLoginAttempts(tx, name, now)
  return since + memoryMs <= now ? 0 : since + delayAfterFailures(tries) - now
}

async function waitOfAddress(tx: Tx, name: string, now: number): Promise<number> {
  const { tries, since } = await lockLoginAttempts(tx, name, now)
  return tries < maxFailuresPerAddress ? 0 : since + addressWindowMs - now
}

async function count(tx: Tx, [pair, wide]: [string, string | undefined], now: number): Promise<void> {
  const { tries } = await countLoginAttempt(tx, pair, now, { forgetAfterMs: memoryMs, from: 'last' })
  if (wide) await countLoginAttempt(tx, wide, now, { forgetAfterMs: addressWindowMs, from: 'first' })
  if (tries === 1) await deleteOldLoginAttempts(tx, now - memoryMs)
}
