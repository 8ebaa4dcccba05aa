import { createHmac, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify } from '@node-rs/argon2'

const derive = promisify(pbkdf2)

/**
 * Passwords of imported users, as the other server stored them, prefixed with the scheme. They are checked against the
 * typed text, unchanged, and hashed in our own format once they were correct.
 */
export const isImportedPasswordHash = (stored: string): boolean => SCHEME.test(stored)

const SCHEME = /^(bcrypt|aspnet|werkzeug|argon2):/

export async function verifyImportedPassword(stored: string, password: string): Promise<boolean> {
  const at = stored.indexOf(':')
  const [scheme, hash] = [stored.slice(0, at), stored.slice(at + 1)]
  try {
    if (scheme === 'bcrypt') return await isBcrypt(hash, password)
    if (scheme === 'aspnet') return await isAspNet(hash, password)
    if (scheme === 'werkzeug') return await isWerkzeug(hash, password)
    return await verify(hash, password)
  } catch {
    // A hash that can't be parsed matches no password.
    return false
  }
}

/** Komga, Stump. Only the first 72 bytes count there. */
async function isBcrypt(hash: string, password: string): Promise<boolean> {
  const cost = Number(/^\$2[abxy]\$(\d\d)\$/.exec(hash)?.[1])
  if (!(cost >= 4 && cost <= MAX_BCRYPT_COST)) return false
  const { compare } = await import('bcryptjs')
  return compare(password, hash.replace(/^\$2[xy]\$/, '$2b$'))
}

/** Each step doubles the time: 14 takes some seconds, and a higher one is only meant to keep a server busy. */
const MAX_BCRYPT_COST = 14

/** Kavita: ASP.NET Core Identity, version 3 and 2. */
async function isAspNet(text: string, password: string): Promise<boolean> {
  const bytes = Buffer.from(text, 'base64')
  if (bytes[0] === 0) {
    const derived = await derive(password, bytes.subarray(1, 17), 1000, 32, 'sha1')
    return isEqual(derived, bytes.subarray(17, 49))
  }
  if (bytes[0] !== 1) return false
  const digest = ['sha1', 'sha256', 'sha512'][bytes.readUInt32BE(1)]
  const [iterations, saltLength] = [bytes.readUInt32BE(5), bytes.readUInt32BE(9)]
  const [salt, subkey] = [bytes.subarray(13, 13 + saltLength), bytes.subarray(13 + saltLength)]
  if (!digest || iterations < 1 || iterations > MAX_ITERATIONS || subkey.length < 16) return false
  return isEqual(await derive(password, salt, iterations, subkey.length, digest), subkey)
}

const MAX_ITERATIONS = 5_000_000

/** Calibre-Web. The salt is used as text, not decoded. */
async function isWerkzeug(text: string, password: string): Promise<boolean> {
  const [method = '', salt = '', hex = ''] = text.split('$')
  const wanted = Buffer.from(hex, 'hex')
  if (wanted.length < 16) return false
  const [name, ...numbers] = method.split(':')
  if (name === 'scrypt') {
    const [N = 32_768, r = 8, p = 1] = numbers.map(Number)
    if (!(N <= 2 ** 20 && r <= 32 && p <= 16)) return false
    const options = { N, r, p, maxmem: 132 * N * r + 2 ** 20 }
    const derived = await new Promise<Buffer>((resolve, reject) => {
      scrypt(password, salt, wanted.length, options, (error, key) => (error ? reject(error) : resolve(key)))
    })
    return isEqual(derived, wanted)
  }
  if (name === 'pbkdf2') {
    const [digest = 'sha256', count = '150000'] = numbers
    const iterations = Number(count)
    if (!(iterations >= 1 && iterations <= MAX_ITERATIONS)) return false
    return isEqual(await derive(password, salt, iterations, wanted.length, digest), wanted)
  }
  return name === 'sha256' && isEqual(createHmac('sha256', salt).update(password).digest(), wanted)
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)
