import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '../../../../src/contract/route.ts'
import type { userPlugins } from '../../../../src/contract/user-plugins.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { apiUrl } from '../../api/urls.ts'

export type Recommendations = AnswerOf<typeof userPlugins.recommendations>
export type Recommendation = Recommendations['recommendations'][number]
export const dismissReasons = ['not_interested', 'already_read', 'already_owned'] as const
export type DismissReason = (typeof dismissReasons)[number]

export const recommendationsQuery = queryOptions({
  queryKey: ['recommendations'],
  queryFn: ({ signal }) => api.get<Recommendations>('/user/recommendations', { signal }),
  refetchInterval: ({ state }) => (state.data?.sources.some((one) => one.isRefreshing) ? 2000 : false),
})

export const recommendedCoverUrl = (url: string) => apiUrl('/user/recommendations/cover', { url })

export const refreshRecommendations = () => queryClient.invalidateQueries({ queryKey: ['recommendations'] })

/** Ids of different services may be the same. */
export const recommendationKey = ({ externalId, sources }: Recommendation) => `${sources[0]?.pluginId} ${externalId}`

const dismissPath = ({ externalId }: Recommendation) =>
  `/user/recommendations/${encodeURIComponent(externalId)}/dismiss`
const queryOf = ({ sources }: Recommendation) => ({ pluginId: sources[0]?.pluginId })

/** The recommendation disappears at once; the server remembers the dismissal. */
export async function dismissRecommendation(one: Recommendation, reason: DismissReason): Promise<void> {
  await api.post(dismissPath(one), { query: queryOf(one), body: { reason } })
  await refreshRecommendations()
}

export async function restoreRecommendation(one: Recommendation): Promise<void> {
  await api.delete(dismissPath(one), { query: queryOf(one) })
  await refreshRecommendations()
}
