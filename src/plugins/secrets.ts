import type { Config } from '../config/settings.ts'
import { openTextSealer, UnsealError } from '../config/text-sealer.ts'
import type { UpdatePlugin } from '../contract/plugin-schemas.ts'
import type { PluginView } from '../store/plugin/read.ts'
import { checkEnvironment } from './process/sandbox.ts'
import { PluginError, rpcCodes } from './protocol/errors.ts'
import type { PluginManifest } from './protocol/manifest.ts'

/** The secrets of a plugin, or of one user's connection. */
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

export function openSecretBox(config: Pick<Config, 'data_dir' | 'plugins'>): SecretBox {
  const sealer = openTextSealer(config, 'plugins')
  return {
    seal: (secrets) => sealer.seal(JSON.stringify(secrets)),
    open(sealed) {
      if (sealed === null) return {}
      try {
        return JSON.parse(sealer.open(sealed))
      } catch (error) {
        throw error instanceof UnsealError ? unreadable(error.message) : error
      }
    },
  }
}

const unreadable = (why: string) =>
  new PluginError(
    rpcCodes.configError,
    `The secrets of this plugin can’t be read: ${why}. Use the same plugins.secret_key on every server, or enter them again.`,
  )

/** Every value that must not appear in a log. */
export function secretValues({ credentials = {}, env = {}, ...rest }: PluginSecrets): string[] {
  const tokens = [rest.oauthClientSecret, rest.accessToken, rest.refreshToken].filter((one) => one !== undefined)
  return [...Object.values(credentials), ...Object.values(env), ...tokens]
}

/**
 * Values that must not appear in what a plugin returns. Addresses and credentials that aren't sensitive may: a cover's
 * address begins with the address of its server. Of the environment, only what is named or looks like a key.
 */
export function secretValuesInResults(
  { credentials = {}, env = {}, ...tokens }: PluginSecrets,
  manifest: Pick<PluginManifest, 'requiredCredentials'> | undefined,
): string[] {
  const isPublic = (name: string) =>
    !KEY_NAMES.test(name) && manifest?.requiredCredentials.some((one) => one.key === name && !one.sensitive)
  const secretEntries = Object.entries(credentials).filter(([name]) => !isPublic(name))
  const keys = Object.entries(env).filter(([name, value]) => KEY_NAMES.test(name) || /^[^\s/.]{20,}$/.test(value))
  const all = secretValues({ ...tokens, credentials: Object.fromEntries(secretEntries), env: Object.fromEntries(keys) })
  return all.filter((value) => !/^https?:\/\/[^@?]*$/i.test(value))
}

const KEY_NAMES = /key|token|secret|pass|auth|credential/i

/** The sealed text after a change of secrets; undefined where none was given. */
export function sealChangedSecrets(
  box: SecretBox,
  sealed: string | null,
  given: Pick<UpdatePlugin, 'env' | 'credentials' | 'oauthClientSecret'>,
): string | null | undefined {
  if (given.env === undefined && given.credentials === undefined && given.oauthClientSecret === undefined) {
    return undefined
  }
  const before = openOrNothing(box, sealed)
  const after: PluginSecrets = { ...before }
  if (given.env !== undefined) {
    const entries = Array.isArray(given.env)
      ? given.env.map(({ key, value }) => [key, value] as const)
      : Object.entries(given.env)
    // The client sends the mask back for a value that didn't change.
    const env = Object.fromEntries(
      entries.map(([key, value]) => [key, value === MASK ? (before.env?.[key] ?? '') : value]),
    )
    checkEnvironment(env)
    after.env = env
  }
  if (given.credentials === null) after.credentials = {}
  else if (given.credentials !== undefined) after.credentials = mergeCredentials(before.credentials, given.credentials)
  if (given.oauthClientSecret !== undefined) after.oauthClientSecret = given.oauthClientSecret ?? undefined
  return box.seal(after)
}

/** A client secret entered among the settings moves to the secrets: settings are shown and passed to the plugin. */
export function withClientSecretOutOfConfig<
  T extends { config?: Record<string, unknown>; oauthClientSecret?: string | null },
>(given: T): T {
  const { oauth_client_secret: secret, ...config } = given.config ?? {}
  if (given.config === undefined || secret === undefined) return given
  const isNew = typeof secret === 'string' && secret !== '' && secret !== MASK
  return { ...given, config, ...(isNew && { oauthClientSecret: secret }) }
}

/** Secrets that can no longer be decrypted count as missing and have to be entered again. */
function openOrNothing(box: SecretBox, sealed: string | null): PluginSecrets {
  try {
    return box.open(sealed)
  } catch {
    return {}
  }
}

function mergeCredentials(before: Record<string, string> = {}, given: Record<string, string | null>) {
  const after = { ...before }
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === '') delete after[key]
    else if (value !== MASK) after[key] = value
  }
  return after
}

/** Shown in place of a secret. */
const MASK = '••••••'

/** The names of the stored secrets, never their values. */
export function describeStoredSecrets(box: SecretBox, plugin: PluginView) {
  const { credentials = {}, env = {}, oauthClientSecret } = openOrNothing(box, plugin.secrets)
  return {
    env: Object.fromEntries(Object.keys(env).map((key) => [key, MASK])),
    credentialKeys: Object.keys(credentials),
    hasOauthClientSecret: oauthClientSecret !== undefined,
  }
}
