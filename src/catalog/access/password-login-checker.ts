import { createHmac, randomBytes } from 'node:crypto'
import { Problem, problem } from '../../contract/problems.ts'
import { NO_REVISION } from '../../store/cache/revision-cache.ts'
import type { Db } from '../../store/open.ts'
import { findPasswordLogin, type PasswordLogin } from '../../store/user/account.ts'
import { recordLogin, replacePasswordHash } from '../../store/user/write.ts'
import { isImportedPasswordHash } from './imported-password.ts'
import { limitLoginAttempts } from './login-attempts.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

const rememberedMs = 60_000
/** How long an app may send the same wrong password without being counted, or hashed, again. */
const wrongMs = 60 * 60_000

/** The client that sends a password. */
export interface LoginClient {
  address: string
  /**
   * The user agent: a correct password is cached for this app at this address alone, or it could be guessed unnoticed.
   */
  agent?: string
  /** The browser's id, if it proves that it was signed in to this account before. */
  deviceOf?: (user: PasswordLogin) => Promise<string | undefined>
  /** Called when a checked password is wrong. */
  onFailed?: (login: PasswordLogin | undefined) => Promise<void>
  /** Called when a password isn't checked, after too many wrong ones. */
  onBlocked?: (login: PasswordLogin | undefined) => Promise<void>
}

export interface PasswordLoginChecker {
  /** The user's id. Throws if the name or password is wrong, or after too many wrong ones. */
  check(name: string, password: string, client: LoginClient): Promise<number>
  /** As `check`, but a login that succeeded within the last minute is not hashed again. */
  checkOften(name: string, password: string, client: LoginClient): Promise<number>
}

/** An imported password was correct: from now on it is stored in our own format. */
async function hashedAsOurs(db: Db, userId: number, stored: string, password: string): Promise<string> {
  if (!isImportedPasswordHash(stored)) return stored
  const ours = await hashPassword(password)
  await db.transaction((tx) => replacePasswordHash(tx, userId, { from: stored, to: ours }))
  return ours
}

/** The same for an unknown name, a wrong password and a deactivated account. */
export const badCredentialsProblem = () => problem('invalid_credentials', 'Wrong username or password.')

/**
 * Reader apps send user name and password with every page. A correct pair is cached for a minute, by a keyed hash that
 * only this process can make, and only while the account still has the very password hash it was checked against. Wrong
 * pairs are cached too: an app that repeats an old password isn't guessing, and locks no one out. A sign-in form
 * isn't sent automatically, so every wrong password counts there.
 */
export function openPasswordLoginChecker(db: Db, now: () => number = Date.now): PasswordLoginChecker {
  const key = randomBytes(32)
  const goodCache = db.caches.create<string, Good>('passwords_right', { maxEntries: 10_000 })
  /** By the state of the account: a wrong password is checked again when that has changed. */
  const wrongCache = db.caches.create<string, { until: number }>('passwords_wrong', { maxEntries: 10_000 })
  /** Stores nothing, only shares checks in progress: an app that opens twenty covers at once signs in once. */
  const sharedChecks = db.caches.create<string, number>('password_checks', { maxEntries: 0, isFinal: () => false })

  const check = async (name: string, password: string, client: LoginClient, isOften: boolean): Promise<number> => {
    const login = await findPasswordLogin(db, name)
    const pair = digest(name, password, client)
    const refused = isOften ? wrongCache.get(pair, stateOf(login)) : undefined
    if (refused && refused.until > now()) throw badCredentialsProblem()
    const found = await counted(login, name, client, async () => {
      const matches = await verifyPassword(login?.passwordHash, password)
      return matches && login?.isActive ? login : undefined
    })
    if (!found) {
      await client.onFailed?.(login)
      wrongCache.set(pair, stateOf(login), { until: now() + wrongMs })
      throw badCredentialsProblem()
    }
    const passwordHash = await hashedAsOurs(db, found.id, found.passwordHash!, password)
    await db.transaction((tx) => recordLogin(tx, found.id, now()))
    goodCache.set(pair, NO_REVISION, { userId: found.id, passwordHash, until: now() + rememberedMs })
    return found.id
  }

  const counted = async (
    login: PasswordLogin | undefined,
    name: string,
    client: LoginClient,
    attempt: () => Promise<PasswordLogin | undefined>,
  ): Promise<PasswordLogin | undefined> => {
    const device = login && (await client.deviceOf?.(login))
    try {
      return await limitLoginAttempts(db, { userId: login?.id, name, address: client.address, device }, attempt, now)
    } catch (error) {
      if (error instanceof Problem && error.status === 429) await client.onBlocked?.(login)
      throw error
    }
  }

  const checkOnce = async (name: string, password: string, client: LoginClient, isOften: boolean): Promise<number> =>
    sharedChecks.load(`${isOften} ${digest(name, password, client)}`, NO_REVISION, () =>
      check(name, password, client, isOften),
    )

  const digest = (name: string, password: string, { address, agent = '' }: LoginClient) =>
    createHmac('sha256', key)
      .update(JSON.stringify([address, agent, name, password]))
      .digest('base64')

  return {
    check: (name, password, client) => checkOnce(name, password, client, false),
    checkOften: async (name, password, client) => {
      const known = goodCache.get(digest(name, password, client), NO_REVISION)
      if (!known || known.until <= now()) return checkOnce(name, password, client, true)
      return isStillGood(known, await findPasswordLogin(db, name))
        ? known.userId
        : checkOnce(name, password, client, true)
    },
  }
}

/** The state a check depends on: when it changes, a wrong password may be right. */
const stateOf = (login: PasswordLogin | undefined): string => `${login?.id} ${login?.isActive} ${login?.passwordHash}`

interface Good {
  userId: number
  passwordHash: string
  until: number
}

const isStillGood = (known: Good, login: PasswordLogin | undefined): boolean =>
  login?.isActive === true && login.id === known.userId && login.passwordHash === known.passwordHash
