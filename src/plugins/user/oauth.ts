import { createHash, randomBytes } from 'node:crypto'
import type { PluginView } from '../../store/plugin/read.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import type { OAuthSettings, PluginManifest } from '../protocol/manifest.ts'
import { numberOrUndefined, objectOrUndefined, textOrUndefined } from '../protocol/untrusted-values.ts'
import { readResponseBody } from '../read-response-body.ts'
import type { SecretBox } from '../secrets.ts'

export interface OauthClient extends OAuthSettings {
  clientId: string
  clientSecret: string | undefined
}

export interface OauthTokens {
  accessToken: string
  refreshToken: string | undefined
  expiresAt: number | null
}

/** Undefined when the plugin doesn't use OAuth, or has no client ID because the server isn't registered there. */
export function oauthClientOf(
  box: SecretBox,
  plugin: PluginView,
  manifest: PluginManifest | undefined,
): OauthClient | undefined {
  const { oauth } = manifest ?? {}
  const clientId = textOrUndefined(plugin.config.oauth_client_id, 500) ?? oauth?.clientId
  if (!oauth || !clientId) return undefined
  return { ...oauth, clientId, clientSecret: box.open(plugin.secrets).oauthClientSecret }
}

/** The URL to send the browser to, and the values to keep until it returns. */
export function makeAuthorizationRequest(client: OauthClient, redirectUri: string) {
  const state = randomBytes(32).toString('base64url')
  const verifier = client.pkce ? randomBytes(32).toString('base64url') : null
  const url = new URL(client.authorizationUrl)
  const set = (name: string, value: string) => url.searchParams.set(name, value)
  set('response_type', 'code')
  set('client_id', client.clientId)
  set('redirect_uri', redirectUri)
  set('state', state)
  if (client.scopes.length > 0) set('scope', client.scopes.join(' '))
  if (verifier !== null) {
    set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
    set('code_challenge_method', 'S256')
  }
  return { state, verifier, url: url.href }
}

export async function exchangeCode(
  client: OauthClient,
  { code, verifier, redirectUri }: { code: string; verifier: string | null; redirectUri: string },
): Promise<OauthTokens> {
  return requestTokens(client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(verifier !== null && { code_verifier: verifier }),
  })
}

/** Keeps the old refresh token when the response has no new one. */
export async function exchangeRefreshToken(client: OauthClient, refreshToken: string): Promise<OauthTokens> {
  const tokens = await requestTokens(client, { grant_type: 'refresh_token', refresh_token: refreshToken })
  return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken }
}

async function requestTokens(client: OauthClient, fields: Record<string, string>): Promise<OauthTokens> {
  const body = new URLSearchParams({
    ...fields,
    client_id: client.clientId,
    ...(client.clientSecret && { client_secret: client.clientSecret }),
  })
  const response = await fetch(client.tokenUrl, {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
    // A redirected token request would send the secret to another address.
    redirect: 'error',
    signal: AbortSignal.timeout(TOKEN_MS),
  }).catch(() => {
    throw new PluginError(rpcCodes.apiError, 'The sign-in provider isn’t responding. Try again later.')
  })
  const given = objectOrUndefined(parse(await readResponseBody(response, MAX_BYTES).catch(() => undefined)))
  const accessToken = textOrUndefined(given?.access_token, 20_000)
  if (response.ok && accessToken) {
    const seconds = numberOrUndefined(given?.expires_in, 1, 10 * 366 * 86_400)
    return {
      accessToken,
      refreshToken: textOrUndefined(given?.refresh_token, 20_000),
      expiresAt: seconds === undefined ? null : Date.now() + seconds * 1000,
    }
  }
  throw refusalOf(response.status, given)
}

/** `authFailed` when the user has to sign in again, `configError` when an administrator has to mend something. */
function refusalOf(status: number, given: Record<string, unknown> | undefined): PluginError {
  const error = textOrUndefined(given?.error, 100)
  if (error !== undefined && CLIENT_REFUSALS.has(error)) {
    return new PluginError(
      rpcCodes.configError,
      'The sign-in service doesn’t accept this server. An administrator has to check the OAuth client ID and secret.',
    )
  }
  const description = textOrUndefined(given?.error_description, 300)
  const isRefused = error === undefined ? status === 401 : USER_REFUSALS.has(error)
  if (isRefused && description === undefined) return new PluginError(rpcCodes.authFailed, SIGN_IN_EXPIRED)
  if (status >= 500)
    return new PluginError(rpcCodes.apiError, 'The sign-in provider isn’t responding. Try again later.')
  if (status < 300) return new PluginError(rpcCodes.apiError, 'The sign-in service sent no access token.')
  const why = description ?? error ?? `status ${status}`
  return new PluginError(
    isRefused ? rpcCodes.authFailed : rpcCodes.apiError,
    `The sign-in service refused the request: ${why}`,
  )
}

function parse(bytes: Buffer | undefined): unknown {
  try {
    return bytes && JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

export const SIGN_IN_EXPIRED = 'The sign-in has expired. Connect again.'
const USER_REFUSALS: ReadonlySet<string> = new Set(['invalid_grant', 'access_denied'])
const CLIENT_REFUSALS: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client'])
const TOKEN_MS = 30_000
const MAX_BYTES = 100_000
