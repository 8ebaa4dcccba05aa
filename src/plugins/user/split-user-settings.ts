import { booleanOrDefault, integerOrUndefined, objectOrUndefined } from '../protocol/untrusted-values.ts'

/** A user's settings for the server's part of the work; the remaining settings are the plugin's. */
export interface SplitUserSettings {
  syncMode: 'both' | 'pull' | 'push'
  includeCompleted: boolean
  includeInProgress: boolean
  syncRatings: boolean
  /** Series without an id of the service are searched by title. */
  searchFallback: boolean
  maxRecommendations: number
  maxSeeds: number
}

/** `_codex` is the protocol's name for the host's own part of the settings. */
export function splitUserSettings(config: Record<string, unknown>): {
  host: SplitUserSettings
  plugin: Record<string, unknown>
} {
  const { _codex, syncMode, ...plugin } = config
  const given = objectOrUndefined(_codex) ?? {}
  return {
    plugin,
    host: {
      syncMode: syncMode === 'pull' || syncMode === 'push' ? syncMode : 'both',
      includeCompleted: booleanOrDefault(given.includeCompleted, true),
      includeInProgress: booleanOrDefault(given.includeInProgress, true),
      syncRatings: booleanOrDefault(given.syncRatings, true),
      searchFallback: booleanOrDefault(given.searchFallback ?? plugin.searchFallback),
      maxRecommendations: integerOrUndefined(given.maxRecommendations, 1, 100) ?? 20,
      maxSeeds: integerOrUndefined(given.maxSeeds, 1, 100) ?? 25,
    },
  }
}
