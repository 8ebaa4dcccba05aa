import { createHash } from 'node:crypto'
import { defineTask } from '../tasks/task-kind.ts'

export const pollReleaseSourceTask = defineTask<{ sourceId: number }>({
  type: 'poll_release_source',
  priority: 300,
  maxAttempts: 2,
  key: ({ params }) => `poll-release-source:${params?.sourceId}`,
})

export interface AutoMatchParams {
  pluginId: string
  /** These, or all of the libraries. */
  seriesIds?: string[]
  libraryIds?: string[]
  onlyNew?: boolean
  /** Whoever asked may not change books. */
  withoutBooks?: boolean
  /** Who asked for it: for the history, and only what they may see is matched. */
  userId?: number
}

/** One task however many series: its progress is the progress of the whole. */
export const autoMatchTask = defineTask<AutoMatchParams>({
  type: 'plugin_auto_match',
  priority: 400,
  maxAttempts: 2,
  // What a scan brings while it runs is not missed.
  repeats: true,
  key: ({ params: { pluginId, ...order } = { pluginId: '' } }) =>
    `plugin-auto-match:${pluginId}:${createHash('sha256').update(JSON.stringify(order)).digest('hex')}`,
})

/** One person's connection at a time; whoever asks while it runs has asked already. */
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

/** The plugin hears of it too; here it is gone at once. */
export const dismissRecommendationTask = defineTask<{ userPluginId: number; externalId: string; reason?: string }>({
  type: 'user_plugin_recommendation_dismiss',
  priority: 300,
  maxAttempts: 2,
  key: ({ params }) => `user-plugin-dismiss:${params?.userPluginId}:${params?.externalId}`.slice(0, 1000),
})
