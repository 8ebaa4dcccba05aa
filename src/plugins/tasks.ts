import { createHash } from 'node:crypto'
import { defineTask } from '../tasks/task-kind.ts'

/** `isForAll`: a person asked for it and means all series, also those with an interval of their own. */
export const pollReleaseSourceTask = defineTask<{ sourceId: number; isForAll?: boolean }>({
  type: 'poll_release_source',
  priority: 300,
  maxAttempts: 2,
  // A scheduled poll that waits or runs leaves series out, so it doesn't replace one for all.
  key: ({ params }) => `poll-release-source:${params?.sourceId}${params?.isForAll ? ':all' : ''}`,
})

export interface AutoMatchParams {
  pluginId: string
  /** Only these series; without it, all series of the libraries. */
  seriesIds?: string[]
  libraryIds?: string[]
  onlyNew?: boolean
  /** Of what was never searched, only what was added or changed since then. */
  newSince?: number
  /** The user who requested it may not change books. */
  withoutBooks?: boolean
  /** The user who requested it: recorded in the history, and only what they may see is matched. */
  userId?: number
}

/** One task for any number of series: its progress is the overall progress. */
export const autoMatchTask = defineTask<AutoMatchParams>({
  type: 'plugin_auto_match',
  priority: 400,
  maxAttempts: 2,
  // So that series a scan adds while it runs aren't missed.
  repeats: true,
  key: ({ params: { pluginId, ...order } = { pluginId: '' } }) =>
    `plugin-auto-match:${pluginId}:${createHash('sha256').update(JSON.stringify(order)).digest('hex')}`,
})

/** At most one per connection: a request while one is queued or running adds none. */
export const syncForUserTask = defineTask<{ userPluginId: number; isFull?: boolean }>({
  type: 'user_plugin_sync',
  priority: 350,
  maxAttempts: 2,
  key: ({ params }) => `user-plugin-sync:${params?.userPluginId}`,
})

export const recommendForUserTask = defineTask<{ userPluginId: number }>({
  type: 'user_plugin_recommendations',
  priority: 350,
  maxAttempts: 2,
  key: ({ params }) => `user-plugin-recommendations:${params?.userPluginId}`,
})

/** Passes a dismissal on to the plugin; in Lectern the recommendation disappears at once. */
export const dismissRecommendationTask = defineTask<{ userPluginId: number; externalId: string; reason?: string }>({
  type: 'user_plugin_recommendation_dismiss',
  priority: 300,
  maxAttempts: 2,
  key: ({ params }) => `user-plugin-dismiss:${params?.userPluginId}:${params?.externalId}`.slice(0, 1000),
})
