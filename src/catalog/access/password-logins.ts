import { createHmac, randomBytes } from 'node:crypto'
import { problem } from '../../contract/problems.ts'
import type { Db } from '../../store/open.ts'
import { findLogin } from '../../store/user/account.ts'
import { recordLogin } from '../../store/user/write.ts'
import { limitAttempts } from './login-attempts.ts'
import { isPassword } from './password-hash.ts'
import { keep } from './remember.ts'

const rememberedMs = 60_000

export interface PasswordLogins {
  /** The user's id. Throws when the name or password is wrong, or after too many wrong ones. */
  check(name: string, password: string, address: string): Promise<number>
  /** As `check`, but a login that was good within the last minute is not hashed again. */
  checkOften(name: string, password: string, address: string): Promise<number>
}

/** Alike for an unknown name, a wrong password and an account that is switched off. */
export const badCredentials = () => problem('invalid_credentials', 'User name or password is wrong.')

/**
 * Reader apps send user name and password with every page. A good pair is remembered for a minute, by a keyed hash that
 * only this process can make, and only while the account still has the very password hash it was checked against.
 */
export function openPasswordLogins(db: Db, now: () => number = Date.now): PasswordLogins {
  const key = randomBytes(32)
  const good = new Map<string, { userId: number; passwordHash: string; until: number }>()
  const running = new Map<string, Promise<number>>()

  const check = async (name: string, password: string, address: string): Promise<number> => {
    const found = await limitAttempts(
      db,
      { name, address },
      async () => {
        const login = await findLogin(db, name)
        const matches = await isPassword(login?.passwordHash, password)
        return matches && login?.isActive ? login : undefined
      },
      now,
    )
    if (!found) throw badCredentials()
    await db.transaction((tx) => recordLogin(tx, found.id, now()))
    const until = now() + rememberedMs
    keep(good, digest(name, password), { userId: found.id, passwordHash: found.passwordHash!, until })
    return found.id
  }

  /** An app that opens twenty covers at once signs in once. */
  const checkOnce = (name: string, password: string, address: string): Promise<number> => {
    const id = `${address} ${digest(name, password)}`
    const known = running.get(id)
    if (known) return known
    const checking = check(name, password, address).finally(() => running.delete(id))
    running.set(id, checking)
    return checking
  }

  const digest = (name: string, password: string) =>
    createHmac('sha256', key).update(`${name.length}:${name}:${password}`).digest('base64')

  return {
    check: checkOnce,
    checkOften: async (name, password, address) => {
      const kept = good.get(digest(name, password))
      if (!kept || kept.until <= now()) return checkOnce(name, password, address)
      const login = await findLogin(db, name)
      const stands = login?.isActive && login.id === kept.userId && login.passwordHash === kept.passwordHash
      return stands ? kept.userId : checkOnce(name, password, address)
    },
  }
}
