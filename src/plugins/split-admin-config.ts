import { booleanOrDefault, objectOrUndefined } from './protocol/untrusted-values.ts'

/** What plugins that work for users receive about series, besides titles and progress. */
export interface SentMetadata {
  genres: boolean
  tags: boolean
  /** Summary, people, publisher and the like. */
  metadata: boolean
}

/** `_codex` is the protocol's name for the host's own part of the settings; the plugin doesn't receive it. */
export function splitAdminConfig(config: Record<string, unknown>): {
  plugin: Record<string, unknown>
  sends: SentMetadata
} {
  const { _codex, ...plugin } = config
  const given = objectOrUndefined(_codex) ?? {}
  const sends = {
    genres: booleanOrDefault(given.sendGenres, true),
    tags: booleanOrDefault(given.sendTags, true),
    metadata: booleanOrDefault(given.sendMetadata, true),
  }
  return { plugin, sends }
}
