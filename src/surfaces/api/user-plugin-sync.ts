import { problem } from '../../contract/problems.ts'
import { userPlugins as routes } from '../../contract/user-plugins.ts'
import { readStoredManifest } from '../../plugins/host/plugin-health.ts'
import { numberOrUndefined, objectOrUndefined } from '../../plugins/protocol/untrusted-values.ts'
import { recommendForUserTask, syncForUserTask } from '../../plugins/tasks.ts'
import { isConnected } from '../../plugins/user/external-account.ts'
import type { ConnectDeps } from '../../plugins/user/user-plugin-connection.ts'
import { findNewestTaskByKey } from '../../store/task/read.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { formatTimestampOrNull } from '../present/format-time.ts'
import { presentTask } from '../present/task.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readEnabledPlugin } from './read-user-plugin.ts'

export interface UserPluginDeps extends ConnectDeps {
  tasks: Tasks
}

/** Syncing a user's reading with a connected service: starting it, its state, and its tasks. */
export function mountUserPluginSync(api: OpenSurface, { db, tasks, plugins }: UserPluginDeps): void {
  serve(api, routes.sync, async ({ params, viewer }) => {
    const { plugin, mine } = await readEnabledPlugin(db, viewer, params.id)
    const manifest = readStoredManifest(plugin)
    if (!manifest?.capabilities.userReadSync) throw problem('conflict', `${plugin.displayName} doesn’t sync progress.`)
    if (!isConnected(manifest, mine)) throw problem('conflict', `Connect ${plugin.displayName} first.`)
    const order = { params: { userPluginId: mine.id, isFull: true }, priority: 800 }
    const { task, isNew } = await tasks.add(syncForUserTask, order)
    if (!isNew) throw problem('conflict', 'Your progress is already being synced.')
    return { taskId: presentTask(task).id, message: 'Your progress will be synced.' }
  })
  serve(api, routes.syncStatus, async ({ params, query, viewer }) => {
    const { plugin, mine } = await readEnabledPlugin(db, viewer, params.id)
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
    const { mine } = await readEnabledPlugin(db, viewer, params.id)
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
}

const LIVE_MS = 30_000
