import { createHmac, randomBytes } from 'node:crypto'
import { Problem, problem } from '../../contract/problems.ts'
import type { Db } from '../../store/open.ts'
import { findLogin, type Login } from '../../store/user/account.ts'
import { recordLogin, replacePasswordHash } from '../../store/user/write.ts'
import { isForeignHash } from './foreign-password.ts'
import { limitAttempts } from './login-attempts.ts'
import { hashPassword, isPassword } from './password-hash.ts'
import { keep } from './remember.ts'

const rememberedMs = 60_000
/** How long an app may send the same wrong password without being counted, or hashed, again. */
const wrongMs = 60 * 60_000

/** Who brings a password. */
export interface Client {
  address: string
  /** What it calls itself: a good password is remembered for this app at this address alone, or it could be guessed unseen. */
  agent?: string
  /** The browser, where it proves that it was signed in to this account before. */
  deviceOf?: (user: Login) => Promise<string | undefined>
  /** A password that was looked at and is wrong. */
  onFailed?: (login: Login | undefined) => Promise<void>
  /** One that was not looked at, after too many wrong ones. */
  onBlocked?: (login: Login | undefined) => Promise<void>
}

export interface PasswordLogins {
  /** The user's id. Throws when the name or password is wrong, or after too many wrong ones. */
  check(name: string, password: string, client: Client): Promise<number>
  /** As `check`, but a login that was good within the last minute is not hashed again. */
  checkOften(name: string, password: string, client: Client): Promise<number>
}

/** A password that came from another server was right: from now on it is kept as all others are. */
async function hashedAsOurs(db: Db, userId: number, kept: string, password: string): Promise<string> {
  if (!isForeignHash(kept)) return kept
  const ours = await hashPassword(password)
  await db.transaction((tx) => replacePasswordHash(tx, userId, { from: kept, to: ours }))
  return ours
}

/** Alike for an unknown name, a wrong password and an account that is switched off. */
export const badCredentials = () => problem('invalid_credentials', 'Wrong username or password.')

/**
 * Reader apps send user name and password with every page. A good pair is remembered for a minute, by a keyed hash that
 * only this process can make, and only while the account still has the very password hash it was checked against. The
 * same goes for a wrong pair: an app that keeps sending an old password guesses nothing, and locks nobody out.
 */
export function openPasswordLogins(db: Db, now: () => number = Date.now): PasswordLogins {
  const key = randomBytes(32)
  const good = new Map<string, { userId: number; passwordHash: string; until: number }>()
  const wrong = new Map<string, { account: string; until: number }>()
  const running = new Map<string, Promise<number>>()

  const check = async (name: string, password: string, client: Client): Promise<number> => {
    const login = await findLogin(db, name)
    const pair = digest(name, password, client)
    const refused = wrong.get(pair)
    if (refused && refused.until > now() && refused.account === stateOf(login)) throw badCredentials()
    const found = await counted(login, name, client, async () => {
      const matches = await isPassword(login?.passwordHash, password)
      return matches && login?.isActive ? login : undefined
    })
    if (!found) {
      await client.onFailed?.(login)
      keep(wrong, pair, { account: stateOf(login), until: now() + wrongMs })
      throw badCredentials()
    }
    const passwordHash = await hashedAsOurs(db, found.id, found.passwordHash!, password)
    await db.transaction((tx) => recordLogin(tx, found.id, now()))
    keep(good, pair, { userId: found.id, passwordHash, until: now() + rememberedMs })
    return found.id
  }

  const counted = async (
    login: Login | undefined,
    name: string,
    client: Client,
    attempt: () => Promise<Login | undefined>,
  ): Promise<Login | undefined> => {
    const device = login && (await client.deviceOf?.(login))
    try {
      return await limitAttempts(db, { userId: login?.id, name, address: client.address, device }, attempt, now)
    } catch (error) {
      if (error instanceof Problem && error.status === 429) await client.onBlocked?.(login)
      throw error
    }
  }

  /** An app that opens twenty covers at once signs in once. */
  const checkOnce = (name: string, password: string, client: Client): Promise<number> => {
    const id = digest(name, password, client)
    const known = running.get(id)
    if (known) return known
    const checking = check(name, password, client).finally(() => running.delete(id))
    running.set(id, checking)
    return checking
  }

  const digest = (name: string, password: string, { address, agent = '' }: Client) =>
    createHmac('sha256', key)
      .update(JSON.stringify([address, agent, name, password]))
      .digest('base64')

  return {
    check: checkOnce,
    checkOften: async (name, password, client) => {
      const kept = good.get(digest(name, password, client))
      if (!kept || kept.until <= now()) return checkOnce(name, password, client)
      return stands(kept, await findLogin(db, name)) ? kept.userId : checkOnce(name, password, client)
    },
  }
}

/** What decides over a password: when it changes, a wrong one may be right. */
const stateOf = (login: Login | undefined): string => `${login?.id} ${login?.isActive} ${login?.passwordHash}`

function stands(kept: { userId: number; passwordHash: string } | undefined, login: Login | undefined): boolean {
  return (
    kept !== undefined &&
    login?.isActive === true &&
    login.id === kept.userId &&
    login.passwordHash === kept.passwordHash
  )
}
