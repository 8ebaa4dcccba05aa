import { problem } from '../../contract/problems.ts'
import { readStoredManifest } from '../../plugins/host/plugin-health.ts'
import { isConnected } from '../../plugins/user/external-account.ts'
import type { Db } from '../../store/open.ts'
import { listPlugins, type PluginView } from '../../store/plugin/read.ts'
import { listUserPlugins, type UserPlugin } from '../../store/user-plugin/read.ts'
import type { Viewer } from '../../store/viewer.ts'

/** A plugin that recommends series, and this user's use of it. */
export interface RecommendationSource {
  plugin: PluginView
  mine: UserPlugin
}

/** With a plugin's id, only those whose recommendations have ids of the same service. */
export async function readRecommendationSources(
  db: Db,
  viewer: Viewer,
  pluginId?: string,
): Promise<RecommendationSource[]> {
  const mine = new Map((await listUserPlugins(db, viewer.userId)).map((one) => [one.pluginId, one]))
  const sources = (await listPlugins(db)).flatMap((plugin): RecommendationSource[] => {
    const manifest = readStoredManifest(plugin)
    const own = mine.get(plugin.id)
    const canUse = plugin.isEnabled && manifest?.capabilities.userRecommendationProvider
    return canUse && own && isConnected(manifest, own) ? [{ plugin, mine: own }] : []
  })
  if (sources.length === 0) throw problem('not_found', 'You don’t use a plugin that recommends series.')
  const wanted = sources.find(({ plugin }) => plugin.uid === pluginId?.toLowerCase())
  if (pluginId === undefined) return sources
  return wanted ? sources.filter(({ plugin }) => idSourceOf(plugin) === idSourceOf(wanted.plugin)) : []
}

/** Whose ids a plugin's recommendations have: the same id of another service is another work. */
export const idSourceOf = (plugin: PluginView): string =>
  readStoredManifest(plugin)?.capabilities.externalIdSource ?? plugin.uid
