import type { IncomingHttpHeaders } from 'node:http'

export const sessionCookieName = 'lectern_session'
/** Shows that this browser was signed in before; it grants no access. */
export const knownBrowserCookieName = 'lectern_device'

/** The value of one cookie. Parsed only on demand: most requests have a header instead. */
export function readCookie({ headers }: { headers: IncomingHttpHeaders }, name: string): string | undefined {
  const header = headers.cookie
  if (header === undefined) return undefined
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    const bare = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
    try {
      return decodeURIComponent(bare)
    } catch {
      return undefined
    }
  }
  return undefined
}

export interface CookieOptions {
  /** 0 removes it; without it, the cookie ends when the browser is closed. */
  maxAgeSeconds?: number
  /** '' or the base path. */
  basePath: string
  secure: boolean
}

/** A `Set-Cookie` line for a cookie that no script can read and that other sites' forms don't send. */
export function serializeSetCookie(
  name: string,
  value: string,
  { maxAgeSeconds, basePath, secure }: CookieOptions,
): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, `Path=${basePath === '' ? '/' : basePath}`]
  if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${Math.floor(maxAgeSeconds)}`)
  parts.push('HttpOnly', 'SameSite=Lax')
  if (secure) parts.push('Secure')
  return parts.join('; ')
}
