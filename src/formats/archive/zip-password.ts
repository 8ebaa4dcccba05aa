import type { ArchiveEntry } from './archive.ts'
import { decodeCp437 } from './european-code-pages.ts'

/** The bytes that may be meant by a password, the likeliest first, and the smallest entry that shows which are. */
export interface ZipPassword {
  encodings: Buffer[]
  tryOn: ArchiveEntry | undefined
}

/**
 * A ZIP doesn't say how its password is encoded: programs take UTF-8, or on Windows one of the code pages of the computer
 * that it was made on.
 */
export function zipPassword(password: string | undefined, entries: readonly ArchiveEntry[]): ZipPassword | undefined {
  if (password === undefined) return undefined
  const composed = password.normalize('NFC')
  const encodings = [Buffer.from(password), encode(composed, decodeWindows1252), encode(composed, decodeCp437)]
    .filter((bytes) => bytes !== undefined)
    .filter((bytes, index, all) => all.findIndex((other) => other.equals(bytes)) === index)
  const encrypted = entries.filter(({ isEncrypted }) => isEncrypted)
  return { encodings, tryOn: encrypted.toSorted((a, b) => a.packedSize - b.packedSize)[0] }
}

const decodeWindows1252 = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes)

/** Undefined if the code page lacks a character. */
function encode(text: string, decode: (bytes: Uint8Array) => string): Buffer | undefined {
  const characters = decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const bytes = [...text].map((character) => characters.indexOf(character))
  return bytes.includes(-1) ? undefined : Buffer.from(bytes)
}
