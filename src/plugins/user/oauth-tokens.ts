import type { Db } from '../../store/open.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { findUserPlugin, type UserPlugin } from '../../store/user-plugin/read.ts'
import {
  changeUserPlugin,
  changeUserPluginIfSame,
  claimTokenRefresh,
  isTokenRefreshClaimed,
} from '../../store/user-plugin/write.ts'
import { readStoredManifest } from '../host/plugin-health.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import type { PluginSecrets, SecretBox } from '../secrets.ts'
import { exchangeRefreshToken, type OauthClient, type OauthTokens, oauthClientOf, SIGN_IN_EXPIRED } from './oauth.ts'

interface TokenDeps {
  db: Db
  secrets: SecretBox
}

/** The secrets as they are stored now. */
export async function storeTokens({ db, secrets }: TokenDeps, id: number, tokens: OauthTokens): Promise<string> {
  const columns = columnsOf(secrets, tokens)
  await db.transaction((tx) => changeUserPlugin(tx, id, { ...columns, refreshing_until: 0 }))
  return columns.secrets
}

function columnsOf(secrets: SecretBox, { accessToken, refreshToken, expiresAt }: OauthTokens) {
  const sealed = secrets.seal({ accessToken, ...(refreshToken !== undefined && { refreshToken }) })
  return { secrets: sealed, token_expires_at: expiresAt }
}

/** The credentials of this user's connection; an access token is renewed shortly before it expires. */
export async function readFreshSecrets(deps: TokenDeps, plugin: PluginView, mine: UserPlugin): Promise<PluginSecrets> {
  const opened = deps.secrets.open(mine.secrets)
  const { tokenExpiresAt } = mine
  const client = oauthClientOf(deps.secrets, plugin, readStoredManifest(plugin))
  if (!client || tokenExpiresAt === null || tokenExpiresAt > Date.now() + EARLY_MS) return opened
  if (opened.refreshToken === undefined) {
    if (tokenExpiresAt > Date.now()) return opened
    throw await refuse(deps, mine)
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
    const isStored = await db.transaction((tx) => changeUserPluginIfSame(tx, mine, columnsOf(secrets, tokens)))
    // Who has disconnected meanwhile stays disconnected, and who has connected again uses that account.
    if (!isStored) return secrets.open((await findUserPlugin(db, { id: mine.id }))?.secrets ?? null)
    return { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const now = await findUserPlugin(db, { id: mine.id })
    if (now && now.secrets !== null && now.secrets !== mine.secrets) return secrets.open(now.secrets)
    throw await refuse(deps, mine)
  } finally {
    await db.transaction((tx) => changeUserPlugin(tx, mine.id, { refreshing_until: 0 }))
  }
}

export const isRefusal = (error: unknown): error is PluginError =>
  error instanceof PluginError && error.code === rpcCodes.authFailed

/** Waits until the process that is renewing the token has stored the new one, or has failed. */
async function waitForOther({ db, secrets }: TokenDeps, mine: UserPlugin, opened: PluginSecrets) {
  for (let waited = 0; waited < LEASE_MS; waited += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const now = await findUserPlugin(db, { id: mine.id })
    if (!now) break
    if (now.secrets !== mine.secrets) return secrets.open(now.secrets)
    if (!(await isTokenRefreshClaimed(db, mine.id, Date.now()))) break
  }
  return opened
}

/** Deletes the useless tokens, unless there are new ones; everything else stays for when the user connects again. */
async function refuse({ db }: TokenDeps, mine: UserPlugin): Promise<PluginError> {
  await db.transaction((tx) =>
    changeUserPluginIfSame(tx, mine, {
      secrets: null,
      token_expires_at: null,
      health: 'unhealthy',
      health_reason: SIGN_IN_EXPIRED,
    }),
  )
  return new PluginError(rpcCodes.authFailed, SIGN_IN_EXPIRED)
}

const EARLY_MS = 5 * 60_000
const LEASE_MS = 60_000
const LOOK_MS = 500
