import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { FileSource } from '../archive/file-source.ts'

/** Replaces bytes of the file when it is read. */
export interface BytePatch {
  at: number
  bytes: Buffer
}

const maxBytes = 64 * 1024 * 1024

/**
 * A PDF with one of the two newest encryption revisions may have an empty owner password: other readers open it without
 * a password, but PDFium tries only the user password. This derives the file key with the empty owner password and
 * writes it into the entries of an empty user password, at exactly their length; the file on disk is unchanged.
 * Undefined if the owner has a password. Names follow ISO 32000-2, 7.6.4.
 */
export function makeEmptyOwnerPasswordPatches(source: FileSource, start: number): BytePatch[] | undefined {
  if (source.size - start > maxBytes) return undefined
  const file = source.readAt(start, source.size - start)
  const entries = findEncryption(file)
  if (!entries) return undefined
  const { U, UE, O, OE, revision } = entries
  const hash = revision === 6 ? hardenedHash : plainHash
  const user = U.value.subarray(0, 48)
  const owner = O.value
  if (!hash(owner.subarray(32, 40), user).equals(owner.subarray(0, 32))) return undefined
  const fileKey = decipher(hash(owner.subarray(40, 48), user), OE.value.subarray(0, 32))
  // Salts can be chosen freely: retry until each string has the length of the old one.
  const key = tryOften(() => {
    const salt = randomBytes(8)
    // The salt is also part of the other string, which may have no room for a backslash.
    if (salt.some((byte) => MUST_ESCAPE.has(byte))) return undefined
    const text = write(cipher(hash(salt), fileKey), UE)
    return text && { salt, text }
  })
  const validation = tryOften(() => {
    const salt = randomBytes(8)
    return key && write(Buffer.concat([hash(salt), salt, key.salt, U.value.subarray(48)]), U)
  })
  if (!key || !validation) return undefined
  return [
    { at: U.start, bytes: validation },
    { at: UE.start, bytes: key.text },
  ]
}

function tryOften<T>(once: () => T | undefined): T | undefined {
  for (let tries = 0; tries < 100; tries++) {
    const found = once()
    if (found) return found
  }
  return undefined
}

interface StringEntry {
  value: Buffer
  /** Includes its delimiters. */
  start: number
  end: number
  isHex: boolean
}

type Encryption = Record<'U' | 'UE' | 'O' | 'OE', StringEntry> & { revision: 5 | 6 }

function findEncryption(file: Buffer): Encryption | undefined {
  const at = dictionaryAt(file)
  if (at < 0) return undefined
  const dictionary = file.subarray(at, at + 8192)
  const revision = Number(/\/R\s+(\d+)/.exec(dictionary.toString('latin1'))?.[1])
  if (revision !== 5 && revision !== 6) return undefined
  const [U, UE, O, OE] = ['U', 'UE', 'O', 'OE'].map((name) => findString(dictionary, name, at))
  if (!U || !UE || !O || !OE) return undefined
  const isWhole = U.value.length >= 48 && O.value.length >= 48 && UE.value.length >= 32 && OE.value.length >= 32
  return isWhole ? { U, UE, O, OE, revision } : undefined
}

/** The trailer references the object, or contains the dictionary itself. */
function dictionaryAt(file: Buffer): number {
  const trailer = file.lastIndexOf('/Encrypt')
  if (trailer < 0) return -1
  const [, number, generation] =
    /^\/Encrypt\s+(\d+)\s+(\d+)\s+R/.exec(file.toString('latin1', trailer, trailer + 60)) ?? []
  if (number === undefined) return trailer
  for (let from = file.length; from > 0; ) {
    const at = file.lastIndexOf(`${number} ${generation} obj`, from)
    if (at < 0) return -1
    // Not the end of a larger number.
    if (at === 0 || !/\d/.test(String.fromCharCode(file[at - 1]!))) return at
    from = at - 1
  }
  return -1
}

function findString(dictionary: Buffer, name: string, base: number): StringEntry | undefined {
  const match = new RegExp(`/${name}\\s*([(<])`).exec(dictionary.toString('latin1'))
  if (!match) return undefined
  const start = match.index + match[0].length - 1
  return match[1] === '<' ? readHex(dictionary, start, base) : readLiteral(dictionary, start, base)
}

function readHex(bytes: Buffer, start: number, base: number): StringEntry | undefined {
  const end = bytes.indexOf('>', start)
  if (end < 0) return undefined
  const digits = bytes.toString('latin1', start + 1, end).replace(/\s/g, '')
  return { value: Buffer.from(digits, 'hex'), start: base + start, end: base + end + 1, isHex: true }
}

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

function readLiteral(bytes: Buffer, start: number, base: number): StringEntry | undefined {
  const value: number[] = []
  let depth = 1
  for (let at = start + 1; at < bytes.length; at++) {
    const char = String.fromCharCode(bytes[at]!)
    if (char === '\\') {
      const octal = /^[0-7]{1,3}/.exec(bytes.toString('latin1', at + 1, at + 4))?.[0]
      const next = String.fromCharCode(bytes[at + 1] ?? 0)
      if (octal) value.push(Number.parseInt(octal, 8) & 0xff)
      else if (next === '\r' && bytes[at + 2] === 10) at++
      else if (next !== '\n' && next !== '\r') value.push(ESCAPES[next] ?? next.charCodeAt(0))
      at += octal ? octal.length : 1
      continue
    }
    if (char === '(') depth++
    if (char === ')' && --depth === 0)
      return { value: Buffer.from(value), start: base + start, end: base + at + 1, isHex: false }
    value.push(bytes[at]!)
  }
  return undefined
}

/** Encodes the value in as many bytes as the old string; undefined if it doesn't fit. */
function write(value: Buffer, { start, end, isHex }: StringEntry): Buffer | undefined {
  const room = end - start - 2
  if (isHex) {
    const digits = value.toString('hex')
    return digits.length > room ? undefined : Buffer.from(`<${digits.padEnd(room, ' ')}>`)
  }
  let spare = room - value.reduce((sum, byte) => sum + (MUST_ESCAPE.has(byte) ? 2 : 1), 0)
  let text = ''
  for (const byte of value) {
    const char = String.fromCharCode(byte)
    // A backslash before most characters has no effect.
    const isLengthened = spare > 0 && !MEANS_SOMETHING.test(char)
    if (isLengthened) spare--
    text += MUST_ESCAPE.has(byte) || isLengthened ? `\\${char === '\r' ? 'r' : char}` : char
  }
  return spare === 0 ? Buffer.from(`(${text})`, 'latin1') : undefined
}

const MUST_ESCAPE: ReadonlySet<number> = new Set([...'()\\\r'].map((char) => char.charCodeAt(0)))
const MEANS_SOMETHING = /[nrtbf0-7()\\\r\n]/

const zeros = Buffer.alloc(16)

function decipher(key: Buffer, data: Buffer): Buffer {
  const aes = createDecipheriv('aes-256-cbc', key, zeros).setAutoPadding(false)
  return Buffer.concat([aes.update(data), aes.final()])
}

function cipher(key: Buffer, data: Buffer): Buffer {
  const aes = createCipheriv('aes-256-cbc', key, zeros).setAutoPadding(false)
  return Buffer.concat([aes.update(data), aes.final()])
}

const sha = (bits: 256 | 384 | 512, data: Buffer): Buffer => createHash(`sha${bits}`).update(data).digest()

/** Hash of the empty password; the owner's is hashed together with the user entry. */
function plainHash(salt: Buffer, user: Buffer = Buffer.alloc(0)): Buffer {
  return sha(256, Buffer.concat([salt, user]))
}

/** Algorithm 2.B. */
function hardenedHash(salt: Buffer, user: Buffer = Buffer.alloc(0)): Buffer {
  let key = plainHash(salt, user)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const once = Buffer.concat([key, user])
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => once))
    const aes = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const mixed = Buffer.concat([aes.update(repeated), aes.final()])
    const sum = mixed.subarray(0, 16).reduce((total, byte) => total + byte, 0)
    key = sha(([256, 384, 512] as const)[sum % 3]!, mixed)
    last = mixed.at(-1)!
  }
  return key.subarray(0, 32)
}
