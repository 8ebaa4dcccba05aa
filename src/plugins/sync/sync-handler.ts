import { findViewerOfUser } from '../../catalog/access/viewer-of-user.ts'
import type { Events } from '../../events/events.ts'
import { isFromWrongClock } from '../../store/clock-tolerance.ts'
import type { Db } from '../../store/open.ts'
import { findPlugin, listPlugins, type PluginView } from '../../store/plugin/read.ts'
import { findUserPlugin, listAutoSyncedUserPlugins, type UserPlugin } from '../../store/user-plugin/read.ts'
import { recordUserPluginRun, type UserPluginChange } from '../../store/user-plugin/write.ts'
import { isCronDue } from '../../tasks/schedule.ts'
import { PermanentTaskError, type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { readStoredManifest } from '../host/plugin-health.ts'
import { PluginError, rpcCodes, sentenceOfError } from '../protocol/errors.ts'
import { permanentIfRefused } from '../protocol/permanent-if-refused.ts'
import { syncForUserTask } from '../tasks.ts'
import { isConnected, parseExternalAccount, writeExternalAccount } from '../user/external-account.ts'
import { runPluginForUser, type UserPluginRun, type UserRunDeps } from '../user/run-plugin-for-user.ts'
import { type SyncCounts, syncUserReading } from './sync-user-reading.ts'

export function syncHandler(deps: UserRunDeps): TaskHandler {
  return taskHandler(syncForUserTask, 'plugin', async ({ params }, { signal, progress }) => {
    const { plugin, mine, viewer } = await readUserPluginForTask(deps.db, params.userPluginId ?? 0)
    const began = Date.now()
    // Everything is compared on request, the first time, and then once a week.
    const wasLately = (mine.lastFullSyncAt ?? 0) >= began - FULL_MS
    const isUnclear = isFromWrongClock(Math.max(mine.lastFullSyncAt ?? 0, mine.lastSyncAt ?? 0), began)
    let isFull = params.isFull === true || !wasLately || isUnclear
    try {
      let before = { applied: 0, pushed: 0 }
      const onProgress = (counts: SyncCounts) => {
        before = counts
        progress(counts.applied + counts.pushed, counts.pulled + counts.pushed, null, counts)
      }
      const sync = async (run: UserPluginRun) => {
        // Some plugins know the user only after this call.
        const info = parseExternalAccount(await run.call('sync/getUserInfo', {}))
        const isOther = await writeExternalAccount(deps, mine, info)
        isFull ||= isOther
        return syncUserReading({ deps, plugin, mine, viewer, run, isFull, signal, before, onProgress })
      }
      const counts = await runPluginForUser(deps, plugin, mine, viewer.uid, sync, signal)
      await recordSynced(deps, plugin, mine, {
        last_sync_at: began,
        ...(isFull && !counts.pullIncomplete && { last_full_sync_at: began }),
        last_success_at: Date.now(),
        last_sync_result: JSON.stringify(counts),
        health: 'healthy',
        failure_count: 0,
        health_reason: null,
      })
      return counts
    } catch (error) {
      signal.throwIfAborted()
      await recordUserFailure(deps, plugin, mine, error)
      throw permanentIfRefused(error)
    }
  })
}

export async function readUserPluginForTask(db: Db, userPluginId: number) {
  const mine = await findUserPlugin(db, { id: userPluginId })
  const plugin = mine && (await findPlugin(db, { id: mine.pluginId }))
  const viewer = mine && (await findViewerOfUser(db, mine.userId))
  if (!mine?.isEnabled || !plugin?.isEnabled || !viewer)
    throw new PermanentTaskError('The connection no longer exists.')
  if (!isConnected(readStoredManifest(plugin), mine)) throw new PermanentTaskError('The account is not connected.')
  return { plugin, mine, viewer }
}

export async function recordUserFailure(
  deps: { db: Db; events: Pick<Events, 'emit'> },
  plugin: PluginView,
  mine: UserPlugin,
  error: unknown,
): Promise<void> {
  // What an administrator turned off is no fault of the connection.
  if (error instanceof PluginError && error.code === 'DISABLED') return
  await recordSynced(deps, plugin, mine, {
    health: error instanceof PluginError && error.code === rpcCodes.authFailed ? 'unhealthy' : 'degraded',
    failure_count: mine.failureCount + 1,
    health_reason: sentenceOfError(error).slice(0, 2000),
    last_failure_at: Date.now(),
  })
}

export async function recordSynced(
  { db, events }: { db: Db; events: Pick<Events, 'emit'> },
  plugin: PluginView,
  mine: UserPlugin,
  change: UserPluginChange,
): Promise<void> {
  await db.transaction((tx) => recordUserPluginRun(tx, mine, change))
  events.emit({ type: 'user_plugin_updated', pluginId: plugin.uid }, { userId: mine.userId })
}

/** Queues the due syncs of users who turned on automatic sync. */
export async function queueDueSyncs(db: Db, tasks: Tasks, now: number): Promise<void> {
  for (const plugin of await listPlugins(db)) {
    const manifest = readStoredManifest(plugin)
    if (!plugin.isEnabled || !manifest?.capabilities.userReadSync) continue
    for (const mine of await listAutoSyncedUserPlugins(db, plugin.id)) {
      if (!isConnected(manifest, mine) || mine.health === 'unhealthy') continue
      const ranAt = [mine.lastSyncAt ?? mine.createdAt, mine.lastFailureAt]
      if (!isCronDue(plugin.settings.syncCron ?? DEFAULT_SYNC_CRON, ranAt, now)) continue
      await tasks.add(syncForUserTask, { params: { userPluginId: mine.id } })
    }
  }
}

/** Four times a day, not on the hour. */
export const DEFAULT_SYNC_CRON = '41 */6 * * *'
const FULL_MS = 7 * 86_400_000
