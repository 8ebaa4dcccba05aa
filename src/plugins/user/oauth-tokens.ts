import type { Db } from '../../store/open.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { findUserPlugin, type UserPlugin } from '../../store/user-plugin/read.ts'
import { changeUserPlugin, claimTokenRefresh } from '../../store/user-plugin/write.ts'
import { readStoredManifest } from '../host/plugin-health.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import type { PluginSecrets, SecretBox } from '../secrets.ts'
import { exchangeRefreshToken, type OauthClient, type OauthTokens, oauthClientOf } from './oauth.ts'

interface TokenDeps {
  db: Db
  secrets: SecretBox
}

export async function storeTokens({ db, secrets }: TokenDeps, id: number, tokens: OauthTokens): Promise<void> {
  const { accessToken, refreshToken, expiresAt } = tokens
  const sealed = secrets.seal({ accessToken, ...(refreshToken !== undefined && { refreshToken }) })
  await db.transaction((tx) =>
    changeUserPlugin(tx, id, { secrets: sealed, token_expires_at: expiresAt, refreshing_until: 0 }),
  )
}

/** The credentials of this user's connection; an access token is renewed shortly before it expires. */
export async function readFreshSecrets(deps: TokenDeps, plugin: PluginView, mine: UserPlugin): Promise<PluginSecrets> {
  const opened = deps.secrets.open(mine.secrets)
  const { tokenExpiresAt } = mine
  const client = oauthClientOf(deps.secrets, plugin, readStoredManifest(plugin))
  if (!client || tokenExpiresAt === null || tokenExpiresAt > Date.now() + EARLY_MS) return opened
  if (opened.refreshToken === undefined) {
    if (tokenExpiresAt > Date.now()) return opened
    throw await refuse(deps, mine, 'The sign-in has expired. Connect again.')
  }
  try {
    return await exchangeOnce(deps, client, mine, opened)
  } catch (error) {
    if (tokenExpiresAt > Date.now() && !isRefusal(error)) return opened
    throw error
  }
}

/**
 * Renews a token that the service refused before its expiry, or for which it gave none. Undefined when there is no
 * refresh token, or the refused token was only just issued.
 */
export async function replaceRefusedSecrets(
  deps: TokenDeps,
  plugin: PluginView,
  mine: UserPlugin,
  refused: PluginSecrets,
): Promise<PluginSecrets | undefined> {
  const client = oauthClientOf(deps.secrets, plugin, readStoredManifest(plugin))
  const now = await findUserPlugin(deps.db, { id: mine.id })
  if (!client || !now) return undefined
  const opened = deps.secrets.open(now.secrets)
  if (opened.accessToken !== refused.accessToken) return opened.accessToken === undefined ? undefined : opened
  const isJustExchanged = deps.secrets.open(mine.secrets).accessToken !== refused.accessToken
  if (opened.refreshToken === undefined || isJustExchanged) return undefined
  return exchangeOnce(deps, client, now, opened)
}

/** One renewal at a time across all servers: a refresh token can often be used only once. */
async function exchangeOnce(
  deps: TokenDeps,
  client: OauthClient,
  mine: UserPlugin,
  opened: PluginSecrets,
): Promise<PluginSecrets> {
  const { db, secrets } = deps
  if (!(await claimTokenRefresh(db, mine.id, Date.now(), LEASE_MS))) return waitForOther(deps, mine, opened)
  try {
    // Another process may have renewed it between our read and our claim.
    const now = (await findUserPlugin(db, { id: mine.id })) ?? mine
    if (now.secrets !== mine.secrets) return secrets.open(now.secrets)
    const tokens = await exchangeRefreshToken(client, opened.refreshToken!)
    await storeTokens(deps, mine.id, tokens)
    return { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }
  } catch (error) {
    throw isRefusal(error) ? await refuse(deps, mine, `Connect again. ${error.message}`) : error
  } finally {
    await db.transaction((tx) => changeUserPlugin(tx, mine.id, { refreshing_until: 0 }))
  }
}

export const isRefusal = (error: unknown): error is PluginError =>
  error instanceof PluginError && error.code === rpcCodes.authFailed

/** Waits until the process that is renewing the token stores the new one. */
async function waitForOther({ db, secrets }: TokenDeps, mine: UserPlugin, opened: PluginSecrets) {
  for (let waited = 0; waited < LEASE_MS; waited += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const now = await findUserPlugin(db, { id: mine.id })
    if (!now) break
    if (now.secrets !== mine.secrets) return secrets.open(now.secrets)
  }
  return opened
}

/** Deletes the useless tokens; everything else stays for when the user connects again. */
async function refuse({ db }: TokenDeps, mine: UserPlugin, reason: string): Promise<PluginError> {
  await db.transaction((tx) =>
    changeUserPlugin(tx, mine.id, {
      secrets: null,
      token_expires_at: null,
      health: 'unhealthy',
      health_reason: reason,
    }),
  )
  return new PluginError(rpcCodes.authFailed, reason)
}

const EARLY_MS = 5 * 60_000
const LEASE_MS = 60_000
const LOOK_MS = 500
