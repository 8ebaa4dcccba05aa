import { createHash, hash, randomBytes, randomInt } from 'node:crypto'
import { apiKeyPrefix } from '../../contract/api-keys.ts'

/** A fresh key: the text for its owner, and what the database stores of it. */
export interface GeneratedApiKey {
  text: string
  prefix: string
  secretHash: Uint8Array
  syncHash: string
}

const prefixLength = 8
/** 62⁴³ > 2²⁵⁶: always enough for 32 bytes. */
const secretLength = 43
const structure = new RegExp(`^${apiKeyPrefix}_([0-9A-Za-z]{${prefixLength}})_([0-9A-Za-z]{1,128})$`)
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function generateApiKey(): GeneratedApiKey {
  const prefix = Array.from({ length: prefixLength }, () => letters[randomInt(letters.length)]).join('')
  const secret = base62(randomBytes(32))
  const text = `${apiKeyPrefix}_${prefix}_${secret}`
  return { text, prefix, secretHash: hashSecret(secret), syncHash: koreaderHashOfKey(text) }
}

/** The part of a key where the prefix is, whether or not the text is a valid key. */
export const keyPrefixOf = (text: string): string =>
  text.slice(apiKeyPrefix.length + 1, apiKeyPrefix.length + 1 + prefixLength)

/** undefined if the text doesn't have the form of a key. */
export function parseApiKey(text: string): { prefix: string; secret: string } | undefined {
  const parts = structure.exec(text)
  return parts ? { prefix: parts[1]!, secret: parts[2]! } : undefined
}

/** The secret is random and long, so a fast hash is as safe as a slow one. */
export function hashSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer')
}

/** What KOReader sends in place of a password. */
export function koreaderHashOfKey(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

export const displayedKeyPrefix = (prefix: string): string => `${apiKeyPrefix}_${prefix}`

function base62(bytes: Uint8Array): string {
  let rest = BigInt(`0x${bytes.toHex()}`)
  let text = ''
  while (text.length < secretLength) {
    text = letters[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
