import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '../../../src/contract/route.ts'
import type { AvailablePlugin, UserPlugin, userPlugins } from '../../../src/contract/user-plugins.ts'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

export type { AvailablePlugin, UserPlugin }
export type EnabledAndAvailablePlugins = AnswerOf<typeof userPlugins.list>

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  staleTime: 300_000,
  queryFn: ({ signal }) => api.get<EnabledAndAvailablePlugins>('/user/plugins', { signal }),
})

/** Whether the user has a connected plugin for recommendations: without one, the page isn't offered. */
export const hasRecommendationPluginQuery = queryOptions({
  ...connectionsQuery,
  select: ({ enabled }: EnabledAndAvailablePlugins) =>
    enabled.some((one) => one.connected && one.capabilities.userRecommendationProvider),
})

export const syncStatusQuery = (id: string) =>
  queryOptions({
    queryKey: ['connections', 'sync', id],
    queryFn: ({ signal }) => api.get<{ isSyncing: boolean }>(`/user/plugins/${id}/sync/status`, { signal }),
    refetchInterval: ({ state }) => (state.data?.isSyncing ? 1500 : false),
  })

/** What the service no longer accepts is still stored, but nobody is signed in. */
export const isSignedIn = ({ connected, requiresAuth, healthStatus }: UserPlugin): boolean =>
  connected && !(requiresAuth && healthStatus === 'unhealthy')

export const refreshConnections = () => queryClient.invalidateQueries({ queryKey: ['connections'] })
