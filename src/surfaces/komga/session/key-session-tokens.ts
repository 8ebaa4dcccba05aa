import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Caches } from '../../../store/cache/caches.ts'
import { NO_REVISION } from '../../../store/cache/revision-cache.ts'

/** A session for an API key: it contains the key itself, so that it ends with the key and has its limits. */
export interface KeySession {
  key: string
  /** Milliseconds. */
  until: number
}

export interface KeySessionTokens {
  write(content: KeySession): string
  /** Undefined if it isn't ours, was changed, or has expired. */
  read(token: string): KeySession | undefined
}

/** Nothing is stored: only this server, and others with the same secret, can read and write the token. */
export function openKeySessionTokens(secret: string, caches: Caches, now: () => number = Date.now): KeySessionTokens {
  const cipherKey = Buffer.from(hkdfSync('sha256', secret, '', 'sessions of the compatibility api', 32))
  // An app sends its cookie with every page.
  const cache = caches.create<string, KeySession>('komga_key_sessions', { maxEntries: 10_000 })
  return {
    write(content) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce)
      const body = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()])
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    read(token) {
      if (!isKeySessionToken(token)) return undefined
      const known = cache.get(token, NO_REVISION)
      if (known) return known.until > now() ? known : undefined
      const bytes = Buffer.from(token.slice(MARK.length), 'base64url')
      if (bytes.length < 28) return undefined
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()
        const content = JSON.parse(text) as KeySession
        cache.set(token, NO_REVISION, content)
        return content.until > now() ? content : undefined
      } catch {
        return undefined
      }
    },
  }
}

export const isKeySessionToken = (token: string): boolean => token.startsWith(MARK)
const MARK = 'k.'
