import { asBoolean, asInteger, asObject } from '../protocol/values.ts'

/** What a person decides about the server's part in it; the rest of their settings is the plugin's. */
export interface SyncAndRecommendationSettings {
  syncMode: 'both' | 'pull' | 'push'
  includeCompleted: boolean
  includeInProgress: boolean
  syncRatings: boolean
  /** Series without an id at the other side are looked for by their titles. */
  searchFallback: boolean
  maxRecommendations: number
  maxSeeds: number
}

/** `_codex` is the name that the protocol has for the host's own part. */
export function splitUserSettings(config: Record<string, unknown>): {
  host: SyncAndRecommendationSettings
  plugin: Record<string, unknown>
} {
  const { _codex, syncMode, ...plugin } = config
  const given = asObject(_codex) ?? {}
  return {
    plugin,
    host: {
      syncMode: syncMode === 'pull' || syncMode === 'push' ? syncMode : 'both',
      includeCompleted: asBoolean(given.includeCompleted, true),
      includeInProgress: asBoolean(given.includeInProgress, true),
      syncRatings: asBoolean(given.syncRatings, true),
      searchFallback: asBoolean(given.searchFallback ?? plugin.searchFallback),
      maxRecommendations: asInteger(given.maxRecommendations, 1, 100) ?? 20,
      maxSeeds: asInteger(given.maxSeeds, 1, 100) ?? 25,
    },
  }
}
