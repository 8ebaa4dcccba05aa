import type { PluginRecommendation } from '../../contract/user-plugins.ts'
import { readStoredManifest } from '../../plugins/host/plugin-health.ts'
import type { Recommendation } from '../../plugins/recommendations/fetch-recommendations.ts'
import { idSourcesOf } from '../../plugins/sync/sync-user-reading.ts'
import type { Db } from '../../store/open.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import {
  findSeriesByExternalId,
  findSeriesByTitle,
  readSeriesReadingStates,
} from '../../store/user-plugin/series-reading-state.ts'
import type { Viewer } from '../../store/viewer.ts'
import { idSourceOf } from './recommendation-sources.ts'

/** Ignores the plugin's own idea of the library: only what this user may see counts as theirs. */
export async function presentRecommendations(
  db: Db,
  viewer: Viewer,
  plugin: PluginView,
  entries: readonly Recommendation[],
): Promise<PluginRecommendation[]> {
  const sources = idSourcesOf(plugin, readStoredManifest(plugin)!)
  const externalIds = entries.map((one) => one.externalId)
  const byId = await findSeriesByExternalId(db, viewer, [], { sources, externalIds })
  const titles = entries.filter((one) => !byId.has(one.externalId)).map((one) => one.title)
  const byTitle = await findSeriesByTitle(db, viewer, [], titles)
  const keyOf = (one: Recommendation) => byId.get(one.externalId)?.[0] ?? byTitle.get(one.title)
  const keys = [...new Set(entries.flatMap((one) => keyOf(one) ?? []))]
  const series = new Map((await readSeriesReadingStates(db, viewer, keys)).map((one) => [one.id, one.uid]))
  return entries.map((one) => presentOne(plugin, one, series.get(keyOf(one) ?? 0)))
}

/** Adds a recommendation; one that two plugins make gets the better score and both reasons. */
export function mergeRecommendation(
  all: Map<string, PluginRecommendation>,
  plugin: PluginView,
  one: PluginRecommendation,
): void {
  const key = `${idSourceOf(plugin)} ${one.externalId}`
  const before = all.get(key)
  if (!before) {
    all.set(key, one)
    return
  }
  all.set(key, {
    ...before,
    score: Math.max(before.score, one.score),
    reason: [...new Set([before.reason, one.reason])].filter((reason) => reason !== '').join(' · '),
    basedOn: [...new Set([...before.basedOn, ...one.basedOn])],
    sources: [...before.sources, ...one.sources],
  })
}

function presentOne(plugin: PluginView, one: Recommendation, seriesId: string | undefined): PluginRecommendation {
  return {
    externalId: one.externalId,
    externalUrl: one.externalUrl ?? null,
    title: one.title,
    coverUrl: one.coverUrl ?? null,
    summary: one.summary ?? null,
    genres: one.genres,
    tags: one.tags,
    score: one.score,
    reason: one.reason,
    basedOn: one.basedOn,
    inLibrary: seriesId !== undefined,
    seriesId: seriesId ?? null,
    status: one.status ?? null,
    format: one.format ?? null,
    countryOfOrigin: one.countryOfOrigin ?? null,
    startYear: one.startYear ?? null,
    totalVolumeCount: one.totalVolumeCount ?? null,
    totalChapterCount: one.totalChapterCount ?? null,
    rating: one.rating ?? null,
    sources: [{ pluginId: plugin.uid, pluginName: plugin.displayName }],
  }
}
