import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { MatchReview, pluginMatching } from '../../../src/contract/plugin-matching.ts'
import type { pluginMetadata } from '../../../src/contract/plugin-metadata.ts'
import type { AnswerOf } from '../../../src/contract/route.ts'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { showMessage, showProblem } from '../api/show-message.ts'
import type { Page } from '../api/types.ts'
import { t } from '../messages/t.ts'

export type { MatchReview }
export type MatchAnswer = AnswerOf<typeof pluginMatching.match>
export type MatchProvider = AnswerOf<typeof pluginMetadata.actions>['actions'][number]

/** The providers that can match a selection of series, or a whole library. */
export const matchProvidersQuery = (scope: 'series:bulk' | 'library:detail', libraryId?: string) =>
  queryOptions({
    queryKey: ['plugin-actions', scope, libraryId],
    queryFn: ({ signal }) =>
      api
        .get<{ actions: MatchProvider[] }>('/plugins/actions', { query: { scope, libraryId }, signal })
        .then((found) => found.actions),
  })

/** Shows where to follow the progress: matching many series takes a while. */
async function start(path: string, body: object) {
  try {
    await api.post(path, { body })
    showMessage(t('match.queued'))
    await queryClient.invalidateQueries({ queryKey: ['tasks'] })
  } catch (error) {
    showProblem(error)
  }
}

export const matchSeries = (pluginId: string, seriesIds: string[]) =>
  start('/series/metadata/auto-match/task/bulk', { pluginId, seriesIds })

export const matchLibrary = (pluginId: string, libraryId: string) =>
  start(`/libraries/${libraryId}/metadata/auto-match/task`, { pluginId })

export const matchReviewsQuery = infiniteQueryOptions({
  queryKey: ['reviews'],
  staleTime: 0,
  initialPageParam: 1,
  queryFn: ({ signal, pageParam }) =>
    api.get<Page<MatchReview>>('/plugins/reviews', { query: { page: pageParam, pageSize: 20 }, signal }),
  getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
})

export const neverMatchQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['never-match', seriesId],
    queryFn: ({ signal }) =>
      api.get<{ never: boolean }>(`/series/${seriesId}/metadata/never-match`, { signal }).then((found) => found.never),
  })

export const refreshMatchQueries = () =>
  Promise.all(
    ['reviews', 'series', 'books', 'metadata-changes'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  )
