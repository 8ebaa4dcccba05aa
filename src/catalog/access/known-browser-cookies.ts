import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { isSameSecret } from './is-same-secret.ts'

/**
 * A cookie that proves that a browser was signed in to an account before. It grants no access: it only keeps strangers'
 * wrong passwords from locking that browser out.
 */
export interface KnownBrowserCookies {
  /** The cookie to set after a sign-in: the accounts signed in to from this browser, newest first. */
  remember(cookie: string | undefined, userUid: string): string
  /** The device's id for one account; undefined if the cookie doesn't prove it. */
  find(cookie: string | undefined, userUid: string): string | undefined
}

const maxAccounts = 5
export const knownBrowserSeconds = 400 * 86_400

export function openKnownBrowserCookies(secret: string): KnownBrowserCookies {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'browsers that were signed in before', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  const read = (cookie: string | undefined) =>
    (cookie ?? '')
      .split('~', maxAccounts)
      .map((part) => part.split('.'))
      .filter((parts) => parts.length === 3 && isSameSecret(sign(`${parts[0]}.${parts[1]}`), parts[2]!))

  return {
    find: (cookie, userUid) => read(cookie).find(([uid]) => uid === userUid)?.[1],
    remember(cookie, userUid) {
      const known = read(cookie)
      const device = known.find(([uid]) => uid === userUid)?.[1] ?? randomBytes(12).toString('base64url')
      const others = known.filter(([uid]) => uid !== userUid).slice(0, maxAccounts - 1)
      const own = `${userUid}.${device}`
      return [`${own}.${sign(own)}`, ...others.map((parts) => parts.join('.'))].join('~')
    },
  }
}
