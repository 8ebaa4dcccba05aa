import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrMakeSecretFile } from '../config/secret.ts'
import type { Config } from '../config/settings.ts'
import { PluginError, rpcCodes } from './protocol/errors.ts'

/** What is secret about a plugin, or about one user's connection. */
export interface PluginSecrets {
  credentials?: Record<string, string>
  env?: Record<string, string>
  oauthClientSecret?: string
  accessToken?: string
  refreshToken?: string
}

export interface SecretBox {
  seal(secrets: PluginSecrets): string
  open(sealed: string | null): PluginSecrets
}

/**
 * AES-256-GCM with a key of the configuration, or one made at random on the first start that only the server's user can
 * read. The text begins with a fingerprint of the key, so that another key is told apart from damage.
 */
export function openSecretBox(config: Pick<Config, 'data_dir' | 'plugins'>): SecretBox {
  let cached: { key: Buffer; fingerprint: string } | undefined
  const keys = () => {
    if (!cached) {
      const text = config.plugins.secret_key ?? readOrMakeSecretFile(join(config.data_dir, 'plugin-secret'))
      const key = createHash('sha256').update(`lectern plugins ${text}`).digest()
      cached = { key, fingerprint: createHash('sha256').update(key).digest('hex').slice(0, 8) }
    }
    return cached
  }
  return {
    seal(secrets) {
      const { key, fingerprint } = keys()
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
      return `v1.${fingerprint}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`
    },
    open(sealed) {
      if (sealed === null) return {}
      const { key, fingerprint } = keys()
      const [version, of, text = ''] = sealed.split('.')
      if (version !== 'v1' || of !== fingerprint) throw unreadable('they were encrypted with another key')
      try {
        const bytes = Buffer.from(text, 'base64')
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        decipher.setAuthTag(bytes.subarray(12, 28))
        return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'))
      } catch {
        throw unreadable('they are damaged')
      }
    },
  }
}

const unreadable = (why: string) =>
  new PluginError(
    rpcCodes.configError,
    `The secrets of this plugin cannot be read: ${why}. Use the same plugins.secret_key on every server, or enter them again.`,
  )

/** Every value that must not appear in a log. */
export function secretValues({ credentials = {}, env = {}, ...rest }: PluginSecrets): string[] {
  const tokens = [rest.oauthClientSecret, rest.accessToken, rest.refreshToken].filter((one) => one !== undefined)
  return [...Object.values(credentials), ...Object.values(env), ...tokens]
}
