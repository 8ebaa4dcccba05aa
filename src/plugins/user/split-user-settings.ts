import { booleanOrDefault, integerOrUndefined, objectOrUndefined } from '../protocol/untrusted-values.ts'

/** What a person decides about the server's part in it; the rest of their settings is the plugin's. */
export interface SplitUserSettings {
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
