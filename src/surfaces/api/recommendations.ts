import { problem } from '../../contract/problems.ts'
import { type PluginRecommendation, userPlugins as routes } from '../../contract/user-plugins.ts'
import { type Recommendation, readRecommendation } from '../../plugins/recommendations/fetch-recommendations.ts'
import { dismissRecommendationTask, recommendForUserTask } from '../../plugins/tasks.ts'
import { listHiddenSeries } from '../../store/hidden-series/hidden-series.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { findNewestTaskByKey } from '../../store/task/read.ts'
import type { UserPlugin } from '../../store/user-plugin/read.ts'
import {
  dismissRecommendation,
  listDismissedRecommendationIds,
  readRecommendations,
  restoreRecommendation,
} from '../../store/user-plugin/recommendations.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestampOrNull } from '../present/format-time.ts'
import { presentTask } from '../present/task.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { mergeRecommendation, presentRecommendations } from './present-recommendations.ts'
import { proxyRemoteCover } from './proxy-remote-cover.ts'
import { type RecommendationSource, readRecommendationSources } from './recommendation-sources.ts'

/** Recommendations of the user's plugins. */
export function mountRecommendations(api: OpenSurface, { db, config, tasks }: AppContext): void {
  serve(api, routes.recommendations, async ({ viewer }) => {
    const merged = new Map<string, PluginRecommendation>()
    const sources = []
    for (const source of await readRecommendationSources(db, viewer)) {
      const { plugin, mine } = source
      const found = await readRecommendations(db, viewer, mine.id)
      sources.push({
        pluginId: plugin.uid,
        pluginName: plugin.displayName,
        generatedAt: formatTimestampOrNull(found?.generatedAt ?? null),
        isRefreshing: await refreshIfOld(source, found?.generatedAt),
        error: mine.healthReason,
      })
      const undismissed = await withoutDismissed(mine, (found?.entries ?? []).flatMap(readRecommendation))
      for (const one of await presentRecommendations(db, viewer, plugin, undismissed))
        mergeRecommendation(merged, plugin, one)
    }
    const hidden = new Set(await listHiddenSeries(db, viewer))
    const recommendations = [...merged.values()]
      .filter(({ seriesId }) => seriesId === null || !hidden.has(seriesId))
      .sort((a, b) => b.score - a.score)
    return { recommendations, sources }
  })

  serve(api, routes.refreshRecommendations, async ({ viewer }) => {
    const added = []
    for (const { mine } of await readRecommendationSources(db, viewer)) {
      added.push(await tasks.add(recommendForUserTask, { params: { userPluginId: mine.id }, priority: 800 }))
    }
    if (added.every((one) => !one.isNew)) throw problem('conflict', 'Your recommendations are already being refreshed.')
    return { taskIds: added.map((one) => presentTask(one.task).id), message: 'Your recommendations will be refreshed.' }
  })

  serve(api, routes.dismissRecommendation, async ({ params, query, body, viewer }) => {
    const { externalId } = params
    let isDismissed = false
    for (const { mine } of await readRecommendationSources(db, viewer, query.pluginId)) {
      if (!(await entriesOf(viewer, mine)).some((one) => one.externalId === externalId)) continue
      const reason = body?.reason
      await db.transaction((tx) => dismissRecommendation(tx, mine.id, externalId, reason ?? null, Date.now()))
      await tasks.add(dismissRecommendationTask, {
        params: { userPluginId: mine.id, externalId, ...(reason && { reason }) },
      })
      isDismissed = true
    }
    if (!isDismissed) throw problem('not_found', 'There is no such recommendation.')
    return { dismissed: true }
  })

  serve(api, routes.restoreRecommendation, async ({ params, query, viewer }) => {
    const sources = await readRecommendationSources(db, viewer, query.pluginId)
    const restored = await db.transaction(async (tx) => {
      let count = 0
      for (const { mine } of sources) if (await restoreRecommendation(tx, mine.id, params.externalId)) count += 1
      return count
    })
    if (restored === 0) throw problem('not_found', 'There is no such recommendation.')
  })

  serve(api, routes.recommendationCover, async ({ query, viewer, reply }) => {
    const sources = await readRecommendationSources(db, viewer)
    const entries = await Promise.all(sources.map(({ mine }) => entriesOf(viewer, mine)))
    const isRecommended = entries.flat().some((one) => one.coverUrl === query.url)
    if (!isRecommended) throw problem('not_found', 'No recommendation has this image.')
    return proxyRemoteCover(config, query.url, reply)
  })

  async function entriesOf(viewer: Viewer, mine: UserPlugin): Promise<Recommendation[]> {
    return ((await readRecommendations(db, viewer, mine.id))?.entries ?? []).flatMap(readRecommendation)
  }

  async function withoutDismissed(mine: UserPlugin, entries: readonly Recommendation[]): Promise<Recommendation[]> {
    const dismissed = new Set(await listDismissedRecommendationIds(db, mine.id))
    return entries.filter((one) => !dismissed.has(one.externalId))
  }

  /** Returns whether a refresh is pending or running. */
  async function refreshIfOld({ plugin, mine }: RecommendationSource, generatedAt = 0): Promise<boolean> {
    const key = recommendForUserTask.key({ params: { userPluginId: mine.id } })
    const task = await findNewestTaskByKey(db, recommendForUserTask.type, [key])
    if (task?.status === 'pending' || task?.status === 'running') return true
    // A failing plugin isn't called again on every page view.
    const lastTry = Math.max(generatedAt, mine.lastFailureAt ?? 0)
    if (lastTry >= Date.now() - maxAgeOf(plugin)) return false
    await tasks.add(recommendForUserTask, { params: { userPluginId: mine.id } })
    return true
  }
}

function maxAgeOf({ config }: PluginView): number {
  const hours = Number(config.recommendations_max_age_hours)
  return (Number.isFinite(hours) && hours > 0 ? hours : 24) * 3_600_000
}
