import { createHash } from 'node:crypto'
import type { Obfuscation } from './encryption.ts'

/**
 * Fonts in an EPUB may be obfuscated: their first bytes are mixed with a key made of the book's unique identifier
 * (EPUB 3.3 §4.3 and Adobe's older way). Mixing again gives the font; the copy is changed, not the argument.
 */
export function deobfuscate(bytes: Uint8Array, method: Obfuscation, uniqueIdentifier: string): Uint8Array {
  const key = method === 'idpf' ? idpfKey(uniqueIdentifier) : adobeKey(uniqueIdentifier)
  if (key.length === 0) return bytes
  const plain = Uint8Array.from(bytes)
  const end = Math.min(plain.length, method === 'idpf' ? 1040 : 1024)
  for (let at = 0; at < end; at++) plain[at] = plain[at]! ^ key[at % key.length]!
  return plain
}

/** SHA-1 of the identifier without any white space. */
function idpfKey(uniqueIdentifier: string): Uint8Array {
  return createHash('sha1')
    .update(uniqueIdentifier.replace(/[ \t\r\n]/g, ''))
    .digest()
}

/** The sixteen bytes of the UUID. */
function adobeKey(uniqueIdentifier: string): Uint8Array {
  const hex = uniqueIdentifier.replace(/^urn:uuid:/i, '').replace(/[^\da-f]/gi, '')
  return hex.length === 32 ? Buffer.from(hex, 'hex') : new Uint8Array()
}
