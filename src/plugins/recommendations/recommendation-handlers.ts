import { replaceRecommendations } from '../../store/user-plugin/recommendations.ts'
import { type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import { permanentIfRefused } from '../protocol/permanent-if-refused.ts'
import { readUserPluginForTask, recordSynced, recordUserFailure } from '../sync/sync-handler.ts'
import { dismissRecommendationTask, recommendForUserTask } from '../tasks.ts'
import { runPluginForUser, type UserPluginRun, type UserRunDeps } from '../user/run-plugin-for-user.ts'
import { fetchRecommendations } from './fetch-recommendations.ts'

export function recommendForUserHandler(deps: UserRunDeps): TaskHandler {
  const { db, events } = deps
  return taskHandler(recommendForUserTask, 'plugin', async ({ params }, { signal }) => {
    const { plugin, mine, viewer } = await readUserPluginForTask(db, params.userPluginId ?? 0)
    try {
      const fetch = (run: UserPluginRun) => fetchRecommendations(deps, { plugin, mine, viewer, run })
      const found = await runPluginForUser(deps, plugin, mine, viewer.uid, fetch, signal)
      await db.transaction((tx) => replaceRecommendations(tx, mine.id, found, Date.now()))
      const well = { health: 'healthy', failure_count: 0, health_reason: null, last_success_at: Date.now() }
      await recordSynced(deps, plugin, mine, well)
      events.emit({ type: 'recommendations_updated', pluginId: plugin.uid }, { userId: mine.userId })
      return { recommendations: found.entries.length }
    } catch (error) {
      signal.throwIfAborted()
      await recordUserFailure(deps, plugin, mine, error)
      throw permanentIfRefused(error)
    }
  })
}

/** Passes the dismissal on to plugins that support it; in Lectern it has taken effect already. */
export function dismissRecommendationHandler(deps: UserRunDeps): TaskHandler {
  return taskHandler(dismissRecommendationTask, 'plugin', async ({ params }) => {
    const { plugin, mine, viewer } = await readUserPluginForTask(deps.db, params.userPluginId ?? 0)
    const { externalId, reason } = params
    try {
      await runPluginForUser(deps, plugin, mine, viewer.uid, (run) =>
        run.call('recommendations/dismiss', { externalId, ...(reason && { reason }) }),
      )
      return { told: true }
    } catch (error) {
      if (error instanceof PluginError && error.code === rpcCodes.methodNotFound) return { told: false }
      throw permanentIfRefused(error)
    }
  })
}
