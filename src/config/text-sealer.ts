import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrMakeSecretFile } from './secret-file.ts'
import type { Config } from './settings.ts'

/** Encrypts secrets that the database stores, with a key that isn't in it. */
export interface TextSealer {
  /** `isComparable`: equal texts look equal when sealed, too. */
  seal(text: string, options?: { isComparable?: boolean }): string
  /** Throws an UnsealError. */
  open(sealed: string): string
}

/** The message says why. */
export class UnsealError extends Error {}

/**
 * AES-256-GCM with the key from the configuration, or with a random one that is made on first use and that only the
 * server's user can read. The text begins with a fingerprint of the key, to tell a wrong key from damaged data.
 */
export function openTextSealer(
  config: Pick<Config, 'data_dir' | 'plugins'>,
  purpose: 'plugins' | 'file passwords',
): TextSealer {
  let cached: { key: Buffer; fingerprint: string } | undefined
  const keys = () => {
    if (!cached) {
      const text = config.plugins.secret_key ?? readOrMakeSecretFile(join(config.data_dir, 'plugin-secret'))
      const key = createHash('sha256').update(`lectern ${purpose} ${text}`).digest()
      cached = { key, fingerprint: createHash('sha256').update(key).digest('hex').slice(0, 8) }
    }
    return cached
  }
  return {
    seal(text, { isComparable = false } = {}) {
      const { key, fingerprint } = keys()
      // Two different texts must never share one: it depends on all of the text.
      const iv = isComparable ? createHmac('sha256', key).update(text).digest().subarray(0, 12) : randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${fingerprint}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`
    },
    open(sealed) {
      const { key, fingerprint } = keys()
      const [version, of, text = ''] = sealed.split('.')
      if (version !== 'v1' || of !== fingerprint) throw new UnsealError('they were encrypted with another key')
      try {
        const bytes = Buffer.from(text, 'base64')
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        decipher.setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        throw new UnsealError('they are damaged')
      }
    },
  }
}
