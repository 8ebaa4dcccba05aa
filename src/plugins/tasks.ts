import { defineTask } from '../tasks/task-kind.ts'

export const pollSource = defineTask<{ sourceId: number }>({
  type: 'poll_release_source',
  priority: 300,
  maxAttempts: 2,
  key: ({ params }) => `poll-release-source:${params?.sourceId}`,
})

export interface MatchOrder {
  pluginId: string
  /** These, or all of the libraries. */
  seriesIds?: string[]
  libraryIds?: string[]
  onlyNew?: boolean
  /** Who asked for it, for the history. */
  userId?: number
}

/** One task however many series: its progress is the progress of the whole. */
export const autoMatch = defineTask<MatchOrder>({
  type: 'plugin_auto_match',
  priority: 400,
  maxAttempts: 2,
  // What a scan brings while it runs is not missed.
  repeats: true,
  key: ({ params }) =>
    `plugin-auto-match:${params?.pluginId}:${JSON.stringify([params?.libraryIds, params?.seriesIds, params?.onlyNew])}`.slice(
      0,
      1000,
    ),
})
