import { requireDelegatedPermissions } from '../../catalog/access/key-permissions.ts'
import { Problem, problem } from '../../contract/problems.ts'
import {
  type AvailablePlugin,
  userPlugins as routes,
  type UserPlugin as UserPluginAnswer,
} from '../../contract/user-plugins.ts'
import { readStoredManifest } from '../../plugins/host/plugin-health.ts'
import { numberOrUndefined, objectOrUndefined } from '../../plugins/protocol/untrusted-values.ts'
import { DEFAULT_SYNC_CRON } from '../../plugins/sync/sync-handler.ts'
import { recommendForUserTask, syncForUserTask } from '../../plugins/tasks.ts'
import { isConnected, requiresAuth } from '../../plugins/user/external-account.ts'
import { oauthClientOf } from '../../plugins/user/oauth.ts'
import {
  type ConnectDeps,
  disconnectUserPlugin,
  emitUserPluginEvent,
  enablePluginForUser,
  finishOauth,
  removePluginForUser,
  setUserPluginCredentials,
  startOauth,
} from '../../plugins/user/user-plugin-connection.ts'
import { findPlugin, listPlugins, type PluginView } from '../../store/plugin/read.ts'
import { findNewestTaskByKey } from '../../store/task/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import { findUserPlugin, listUserPlugins, type UserPlugin } from '../../store/user-plugin/read.ts'
import { changeUserPlugin } from '../../store/user-plugin/write.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { readCookie, serializeSetCookie } from '../edge/cookies.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'
import { presentTask } from '../present/task.ts'
import { type OpenSurface, serve } from '../serve.ts'
import type { RequestAndReply } from './session-cookies.ts'

export interface UserPluginDeps extends ConnectDeps {
  tasks: Tasks
}

/** Users' own plugins: their accounts on other sites, and what is synced with them. */
export function mountUserPlugins(api: OpenSurface, deps: UserPluginDeps): void {
  const { db, tasks, plugins } = deps
  const { basePath } = api.app.edge
  const present = (plugin: PluginView, mine: UserPlugin) => presentUserPlugin(deps, plugin, mine)

  serve(api, routes.list, async ({ viewer }) => {
    const all = (await listPlugins(db)).filter((one) => one.isEnabled && one.pluginType === 'user')
    const mine = new Map((await listUserPlugins(db, viewer.userId)).map((one) => [one.pluginId, one]))
    return {
      enabled: all.flatMap((one) => (mine.has(one.id) ? [present(one, mine.get(one.id)!)] : [])),
      available: all.filter((one) => !mine.has(one.id)).map((one) => presentAvailable(deps, one)),
    }
  })
  serve(api, routes.read, async ({ params, viewer }) => {
    const { plugin, mine } = await readMine(viewer, params.id)
    return present(plugin, mine)
  })
  serve(api, routes.remove, async ({ params, viewer }) => {
    const { plugin, mine } = await readMine(viewer, params.id)
    await removePluginForUser(deps, plugin, mine)
  })
  serve(api, routes.enable, async ({ params, viewer }) => {
    const plugin = await readUserKind(viewer, params.id)
    return present(plugin, await enablePluginForUser(deps, plugin, viewer))
  })
  serve(api, routes.disable, async ({ params, viewer }) => change(viewer, params.id, { is_enabled: 0 }))
  serve(api, routes.configure, async ({ params, body, viewer }) => {
    const text = JSON.stringify(body.config)
    if (text.length > MAX_CONFIG_LETTERS) throw problem('payload_too_large', 'These settings are too large.')
    return change(viewer, params.id, { config: text })
  })
  serve(api, routes.setSyncMode, async ({ params, body, viewer }) =>
    change(viewer, params.id, { auto_sync: Number(body.auto) }),
  )
  serve(api, routes.setCredentials, async ({ params, body, viewer }) => {
    requireDelegatedPermissions(viewer)
    const plugin = await readUserKind(viewer, params.id)
    const mine = await enablePluginForUser(deps, plugin, viewer)
    await setUserPluginCredentials(deps, plugin, mine, body)
    return present(plugin, (await findUserPlugin(db, { id: mine.id }))!)
  })
  serve(api, routes.disconnect, async ({ params, viewer }) => {
    const { plugin, mine } = await readMine(viewer, params.id)
    await disconnectUserPlugin(deps, plugin, mine)
  })

  serve(api, routes.startOauth, async ({ params, viewer, ...exchange }) => {
    requireDelegatedPermissions(viewer)
    const plugin = await readUserKind(viewer, params.id)
    const back = `${basePath.publicUrl(exchange.request)}/api/v1/user/plugins/oauth/callback`
    const { url, state } = await startOauth(deps, plugin, viewer, back)
    setFlowCookie(exchange, state, FLOW_SECONDS)
    return { redirectUrl: url }
  })
  serve(api, routes.oauthCallback, async ({ query, viewer, ...exchange }) => {
    const { request, reply, href } = exchange
    const begun = readCookie(request, flowCookie)
    setFlowCookie(exchange, '', 0)
    try {
      const plugin = await finishOauth(deps, query, { begun, viewer })
      return reply.redirect(href(`/settings/connections?connected=${encodeURIComponent(plugin.displayName)}`), 302)
    } catch (caught) {
      request.log.warn({ err: caught }, 'Connecting a plugin through OAuth failed')
      const why = caught instanceof Problem ? caught.message : 'Something went wrong. Try again later.'
      return reply.redirect(href(`/settings/connections?failed=${encodeURIComponent(why.slice(0, 300))}`), 302)
    }
  })

  serve(api, routes.sync, async ({ params, viewer }) => {
    const { plugin, mine } = await readMine(viewer, params.id)
    const manifest = readStoredManifest(plugin)
    if (!manifest?.capabilities.userReadSync) throw problem('conflict', `${plugin.displayName} doesn’t sync progress.`)
    if (!isConnected(manifest, mine)) throw problem('conflict', `Connect ${plugin.displayName} first.`)
    const order = { params: { userPluginId: mine.id, isFull: true }, priority: 800 }
    const { task, isNew } = await tasks.add(syncForUserTask, order)
    if (!isNew) throw problem('conflict', 'Your progress is already being synced.')
    return { taskId: presentTask(task).id, message: 'Your progress will be synced.' }
  })
  serve(api, routes.syncStatus, async ({ params, query, viewer }) => {
    const { plugin, mine } = await readMine(viewer, params.id)
    const open = await findNewestTaskByKey(db, syncForUserTask.type, [
      syncForUserTask.key({ params: { userPluginId: mine.id } }),
    ])
    const isSyncing = open?.status === 'pending' || open?.status === 'running'
    const status = {
      connected: isConnected(readStoredManifest(plugin), mine),
      isSyncing,
      lastSyncAt: formatTimestampOrNull(mine.lastSyncAt),
      healthStatus: mine.health,
      failureCount: mine.failureCount,
    }
    if (!query.live || !status.connected) return status
    try {
      const call = { userPluginId: mine.id, method: 'sync/status' }
      const answer = objectOrUndefined(await plugins.call(plugin.id, 'host/user-call', call, LIVE_MS))
      const number = (name: string) => numberOrUndefined(answer?.[name], 0, 1e9) ?? null
      return {
        ...status,
        externalCount: number('externalCount'),
        pendingPush: number('pendingPush'),
        pendingPull: number('pendingPull'),
        conflicts: number('conflicts'),
        liveError: null,
      }
    } catch (error) {
      return { ...status, liveError: error instanceof Error ? error.message : String(error) }
    }
  })
  serve(api, routes.task, async ({ params, query, viewer }) => {
    const { mine } = await readMine(viewer, params.id)
    const kinds = [syncForUserTask, recommendForUserTask].filter(
      (one) => query.type === undefined || one.type === query.type,
    )
    const keyed = kinds.map((kind) =>
      findNewestTaskByKey(db, kind.type, [kind.key({ params: { userPluginId: mine.id } })]),
    )
    const found = (await Promise.all(keyed)).filter((one) => one !== undefined)
    const [newest] = found.sort((a, b) => b.key - a.key)
    return { task: newest ? presentTask(newest) : null }
  })

  async function change(viewer: Viewer, id: string, to: Parameters<typeof changeUserPlugin>[2]) {
    const { plugin, mine } = await readMine(viewer, id)
    await db.transaction((tx) => changeUserPlugin(tx, mine.id, to))
    emitUserPluginEvent(deps, plugin, viewer.userId)
    return present(plugin, (await findUserPlugin(db, { id: mine.id }))!)
  }

  /** By the id of the plugin, or of the user's use of it. */
  async function readMine(viewer: Viewer, id: string): Promise<{ plugin: PluginView; mine: UserPlugin }> {
    const uid = uuidToBytes(id)
    const { userId } = viewer
    const byPlugin = await findPlugin(db, { uid })
    const mine = byPlugin
      ? await findUserPlugin(db, { pluginId: byPlugin.id, userId })
      : await findUserPlugin(db, { uid, userId })
    const plugin = byPlugin ?? (mine && (await findPlugin(db, { id: mine.pluginId })))
    if (!mine || !plugin?.isEnabled) throw problem('not_found', 'You haven’t enabled this plugin.')
    return { plugin, mine }
  }

  async function readUserKind(viewer: Viewer, id: string): Promise<PluginView> {
    const uid = uuidToBytes(id)
    const mine = await findUserPlugin(db, { uid, userId: viewer.userId })
    const plugin = await findPlugin(db, mine ? { id: mine.pluginId } : { uid })
    if (!plugin?.isEnabled || plugin.pluginType !== 'user') throw problem('not_found', 'There is no such plugin.')
    return plugin
  }

  function setFlowCookie({ request, reply, href }: RequestAndReply, state: string, maxAgeSeconds: number): void {
    const secure = basePath.publicUrl(request).startsWith('https:')
    reply.header('set-cookie', serializeSetCookie(flowCookie, state, { maxAgeSeconds, basePath: href(''), secure }))
  }
}

function presentAvailable({ secrets }: ConnectDeps, plugin: PluginView): AvailablePlugin {
  const manifest = readStoredManifest(plugin)
  const { userReadSync = false, userRecommendationProvider = false } = manifest?.capabilities ?? {}
  const { wantsFullMetadata = false, wantsDetailedProgress = false } = manifest?.capabilities ?? {}
  return {
    pluginId: plugin.uid,
    pluginName: plugin.name,
    pluginDisplayName: plugin.displayName,
    description: manifest?.userDescription ?? plugin.description,
    userSetupInstructions: manifest?.userSetupInstructions ?? null,
    requiresAuth: requiresAuth(manifest),
    requiresOauth: manifest?.oauth !== undefined,
    oauthConfigured: isConfigured(),
    capabilities: { readSync: userReadSync, userRecommendationProvider, wantsFullMetadata, wantsDetailedProgress },
  }

  /** Unreadable secrets count as missing. */
  function isConfigured(): boolean {
    try {
      return oauthClientOf(secrets, plugin, manifest) !== undefined
    } catch {
      return false
    }
  }
}

function presentUserPlugin(deps: ConnectDeps, plugin: PluginView, mine: UserPlugin): UserPluginAnswer {
  const manifest = readStoredManifest(plugin)
  return {
    ...presentAvailable(deps, plugin),
    id: mine.uid,
    pluginType: plugin.pluginType,
    enabled: mine.isEnabled,
    connected: isConnected(manifest, mine),
    healthStatus: mine.isEnabled ? mine.health : 'disabled',
    healthReason: mine.healthReason,
    failureCount: mine.failureCount,
    externalUsername: mine.externalUsername,
    externalAvatarUrl: mine.externalAvatarUrl,
    lastSyncAt: formatTimestampOrNull(mine.lastSyncAt),
    lastSuccessAt: formatTimestampOrNull(mine.lastSuccessAt),
    lastSyncResult: mine.lastSyncResult,
    config: mine.config,
    autoSync: mine.autoSync,
    syncCronSchedule: manifest?.capabilities.userReadSync ? (plugin.settings.syncCron ?? DEFAULT_SYNC_CRON) : null,
    userConfigSchema: manifest?.userConfigSchema ?? null,
    requiredCredentials: manifest?.requiredCredentials ?? [],
    createdAt: formatTimestamp(mine.createdAt),
  }
}

const flowCookie = 'lectern_connect'
const FLOW_SECONDS = 600
const LIVE_MS = 30_000
const MAX_CONFIG_LETTERS = 100_000
