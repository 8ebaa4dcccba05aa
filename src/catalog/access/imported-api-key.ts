import { createHash, timingSafeEqual } from 'node:crypto'
import { verify } from '@node-rs/argon2'

/** How a key issued by another server is looked up and checked. */
export type ImportedKeyScheme = 'sha512' | 'codex' | 'stump'

/** With a colon, which our own prefixes never have. */
export const importedKeyPrefix = (scheme: ImportedKeyScheme, lookup: string): string => `${scheme}:${lookup}`

/** The prefixes under which a presented key may be stored; empty if it has no known form. */
export function importedKeyPrefixesOf(text: string): string[] {
  if (text.length < 8 || text.length > 512 || /\s/.test(text)) return []
  const [, codex] = /^(codex_[0-9a-z]{4,64})_[0-9a-z]{8,128}$/i.exec(text) ?? []
  if (codex) return [importedKeyPrefix('codex', codex)]
  const [, stump] = /^stump_([^_]{1,64})_.+$/.exec(text) ?? []
  if (stump) return [importedKeyPrefix('stump', stump)]
  return [importedKeyPrefix('sha512', createHash('sha512').update(text).digest('hex').slice(0, 16))]
}

export async function verifyImportedKey(prefix: string, verifier: Uint8Array, text: string): Promise<boolean> {
  const scheme = prefix.slice(0, prefix.indexOf(':'))
  if (scheme === 'codex') return verify(Buffer.from(verifier).toString(), text).catch(() => false)
  const presented =
    scheme === 'stump'
      ? createHash('sha256')
          .update(text.slice(text.indexOf('_', 'stump_'.length) + 1))
          .digest()
      : createHash('sha512').update(text).digest()
  return presented.length === verifier.length && timingSafeEqual(presented, verifier)
}
