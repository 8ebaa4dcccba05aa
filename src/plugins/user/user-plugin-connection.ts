import { rm } from 'node:fs/promises'
import type { Config } from '../../config/settings.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import type { Events } from '../../events/events.ts'
import type { Db } from '../../store/open.ts'
import { findPlugin, type PluginView } from '../../store/plugin/read.ts'
import { findSession } from '../../store/session/read.ts'
import { insertPluginOauthFlow, takePluginOauthFlow } from '../../store/user-plugin/oauth-flow.ts'
import { findUserPlugin, type UserPlugin } from '../../store/user-plugin/read.ts'
import {
  changeUserPlugin,
  changeUserPluginIfSame,
  deleteUserPlugin,
  enableUserPlugin,
  recordUserPluginRun,
} from '../../store/user-plugin/write.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { readStoredManifest } from '../host/plugin-health.ts'
import { problemOfPluginError } from '../metadata/ask-provider.ts'
import { pluginUserDataDirOf } from '../plugin-folders.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import type { PluginManifest } from '../protocol/manifest.ts'
import type { PluginSecrets, SecretBox } from '../secrets.ts'
import { cancelUserTasks } from './cancel-user-tasks.ts'
import { parseExternalAccount, writeExternalAccount } from './external-account.ts'
import { exchangeCode, makeAuthorizationRequest, type OauthClient, oauthClientOf } from './oauth.ts'
import { storeTokens } from './oauth-tokens.ts'

export interface ConnectDeps {
  db: Db
  config: Config
  events: Pick<Events, 'emit'>
  plugins: PluginCalls
  secrets: SecretBox
}

export function emitUserPluginEvent({ events }: Pick<ConnectDeps, 'events'>, plugin: PluginView, userId: number): void {
  events.emit({ type: 'user_plugin_updated', pluginId: plugin.uid }, { userId })
}

export async function enablePluginForUser(deps: ConnectDeps, plugin: PluginView, viewer: Viewer): Promise<UserPlugin> {
  await deps.db.transaction((tx) => enableUserPlugin(tx, plugin.id, viewer.userId, Date.now()))
  emitUserPluginEvent(deps, plugin, viewer.userId)
  return (await findUserPlugin(deps.db, { pluginId: plugin.id, userId: viewer.userId }))!
}

export async function removePluginForUser(deps: ConnectDeps, plugin: PluginView, mine: UserPlugin): Promise<void> {
  await deps.db.transaction((tx) => deleteUserPlugin(tx, mine))
  await rm(pluginUserDataDirOf(deps.config, plugin.name, mine.uid), { recursive: true, force: true })
  emitUserPluginEvent(deps, plugin, mine.userId)
}

/** Stores the credentials encrypted and has the plugin check them; if they are refused, restores the former ones. */
export async function setUserPluginCredentials(
  deps: ConnectDeps & { tasks: Tasks },
  plugin: PluginView,
  mine: UserPlugin,
  given: { accessToken?: string; credentials?: Record<string, string> },
): Promise<void> {
  const secrets = secretsOf(readStoredManifest(plugin), given)
  await cancelUserTasks(deps, mine)
  const sealed = deps.secrets.seal(secrets)
  await deps.db.transaction((tx) => changeUserPlugin(tx, mine.id, { secrets: sealed, token_expires_at: null }))
  try {
    await checkOrRestoreSecrets(deps, plugin, mine, sealed)
  } catch (error) {
    throw problemOfPluginError(error)
  }
}

/**
 * `before` is the connection as it was before the new secrets were stored. They aren't brought back for who has
 * disconnected or connected in another tab meanwhile.
 */
async function checkOrRestoreSecrets(
  deps: ConnectDeps,
  plugin: PluginView,
  before: UserPlugin,
  stored: string,
): Promise<void> {
  try {
    await checkAccount(deps, plugin, before)
  } catch (error) {
    const { id, secrets, tokenExpiresAt } = before
    await deps.db.transaction((tx) =>
      changeUserPluginIfSame(tx, { id, secrets: stored }, { secrets, token_expires_at: tokenExpiresAt }),
    )
    throw error
  }
}

/** If the plugin requires a single credential, a given token is stored under that credential's name. */
function secretsOf(
  manifest: PluginManifest | undefined,
  { accessToken, credentials = {} }: { accessToken?: string; credentials?: Record<string, string> },
): PluginSecrets {
  const credentialFields = manifest?.requiredCredentials ?? []
  const [only, ...others] = credentialFields
  const goesByName = accessToken !== undefined && only && others.length === 0 && only.key !== 'access_token'
  const all = { ...credentials, ...(goesByName && { [only.key]: accessToken }) }
  const token = goesByName ? undefined : accessToken
  const missing = credentialFields.find(
    (one) => one.required && !all[one.key] && !(one.key === 'access_token' && token),
  )
  if (missing) throw validationProblem([{ path: 'credentials', message: `${missing.label} is missing.` }])
  if (token === undefined && Object.keys(all).length === 0) {
    throw validationProblem([{ path: 'accessToken', message: 'Enter a token.' }])
  }
  return {
    ...(token !== undefined && { accessToken: token }),
    ...(Object.keys(all).length > 0 && { credentials: all }),
  }
}

/** Throws only when the service refuses the credentials; a plugin that can't check them now may be able to later. */
async function checkAccount(deps: ConnectDeps, plugin: PluginView, { id }: UserPlugin): Promise<void> {
  const mine = await findUserPlugin(deps.db, { id })
  if (!mine) return
  const canSync = readStoredManifest(plugin)?.capabilities.userReadSync ?? false
  const params = { userPluginId: mine.id, ...(canSync && { method: 'sync/getUserInfo' }) }
  let reason: string | null = null
  try {
    const answer = await deps.plugins.call(plugin.id, 'host/user-call', params, CHECK_MS)
    if (canSync) await writeExternalAccount(deps, mine, parseExternalAccount(answer))
  } catch (error) {
    const { code } = error as PluginError
    if (code === rpcCodes.authFailed || code === rpcCodes.configError) throw error
    reason = error instanceof Error ? error.message : String(error)
  }
  await deps.db.transaction((tx) =>
    recordUserPluginRun(tx, mine, {
      health: reason === null ? 'healthy' : 'degraded',
      health_reason: reason,
      failure_count: reason === null ? 0 : mine.failureCount + 1,
      ...(reason === null && { last_success_at: Date.now() }),
    }),
  )
  emitUserPluginEvent(deps, plugin, mine.userId)
}

export async function disconnectUserPlugin(deps: ConnectDeps, plugin: PluginView, mine: UserPlugin): Promise<void> {
  await deps.db.transaction((tx) =>
    changeUserPlugin(tx, mine.id, {
      external_username: null,
      external_avatar_url: null,
      secrets: null,
      token_expires_at: null,
      health: 'unknown',
      health_reason: null,
      failure_count: 0,
    }),
  )
  emitUserPluginEvent(deps, plugin, mine.userId)
}

export async function startOauth(
  deps: ConnectDeps,
  plugin: PluginView,
  viewer: Viewer,
  redirectUri: string,
): Promise<{ url: string; state: string }> {
  const client = readClient(deps, plugin)
  const { state, verifier, url } = makeAuthorizationRequest(client, redirectUri)
  const { userId, sessionId = null } = viewer
  const flow = { state, pluginId: plugin.id, userId, sessionId, verifier, redirectUri }
  const limits = { lifetimeMs: FLOW_MS, max: MAX_FLOWS }
  const isBegun = await deps.db.transaction((tx) => insertPluginOauthFlow(tx, flow, Date.now(), limits))
  if (!isBegun) {
    throw problem('conflict', 'You’ve tried to connect too many times. Wait ten minutes, then try again.')
  }
  return { url, state }
}

function readClient({ secrets }: ConnectDeps, plugin: PluginView): OauthClient {
  const manifest = readStoredManifest(plugin)
  if (!manifest?.oauth) throw problem('conflict', `${plugin.displayName} doesn’t sign in with OAuth.`)
  const client = oauthClientOf(secrets, plugin, manifest)
  if (!client) {
    throw problem('conflict', `An administrator has to set the OAuth client ID of ${plugin.displayName} first.`)
  }
  return client
}

/**
 * The user who returns must be the one who left: the same browser (`begun` is the state from its cookie) or the same
 * account, and the session in which it began must still be valid. Otherwise an attacker could connect their external
 * account to another user.
 */
export async function finishOauth(
  deps: ConnectDeps & { tasks: Tasks },
  returned: { state?: string; code?: string; error?: string; error_description?: string },
  who: { begun: string | undefined; viewer: Viewer | undefined },
): Promise<PluginView> {
  const { db } = deps
  const { state, code } = returned
  const flow = state && (await db.transaction((tx) => takePluginOauthFlow(tx, state, Date.now() - FLOW_MS)))
  if (!flow || (who.begun !== state && who.viewer?.userId !== flow.userId)) throw stray()
  const session = flow.sessionId === null ? undefined : await findSession(db, { id: flow.sessionId })
  const isOver = !session || session.isRevoked || session.userId !== flow.userId || session.expiresAt <= Date.now()
  if (flow.sessionId !== null && isOver) throw stray()
  const plugin = await findPlugin(db, { id: flow.pluginId })
  if (!plugin?.isEnabled) throw problem('not_found', 'This plugin no longer exists.')
  const { error, error_description: why = error } = returned
  if (error === 'access_denied') {
    const { displayName } = plugin
    throw problem('permission_denied', `You didn’t give ${displayName} access. Connect again if that was a mistake.`)
  }
  if (error !== undefined) throw problem('permission_denied', `The sign-in service refused the request: ${why}`)
  if (code === undefined) throw problem('permission_denied', 'The service sent no authorization code.')
  try {
    const client = readClient(deps, plugin)
    const tokens = await exchangeCode(client, { code, verifier: flow.verifier, redirectUri: flow.redirectUri })
    await db.transaction((tx) => enableUserPlugin(tx, plugin.id, flow.userId, Date.now()))
    const mine = (await findUserPlugin(db, { pluginId: plugin.id, userId: flow.userId }))!
    // What runs belongs to the tokens it was started with, which may be those of another account.
    await cancelUserTasks(deps, mine)
    const stored = await storeTokens(deps, mine.id, tokens)
    await checkOrRestoreSecrets(deps, plugin, mine, stored)
    return plugin
  } catch (error) {
    throw error instanceof PluginError ? problem('unprocessable', error.message) : error
  }
}

const stray = () => problem('invalid_token', 'This sign-in has expired or was started in another browser. Try again.')
const FLOW_MS = 10 * 60_000
const MAX_FLOWS = 5
const CHECK_MS = 20_000
