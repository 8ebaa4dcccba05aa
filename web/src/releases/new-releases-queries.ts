import { queryOptions } from '@tanstack/react-query'
import type { Release } from '../../../src/contract/releases.ts'
import { api } from '../api/client.ts'
import type { Page } from '../api/types.ts'

/** Whether any plugin announces releases for the library: without one there is nothing to follow. */
export const hasReleasePluginQuery = (libraryId?: string) =>
  queryOptions({
    queryKey: ['releases', 'used', libraryId],
    staleTime: 300_000,
    queryFn: ({ signal }) =>
      api
        .get<{ applicable: boolean }>('/release-sources/applicability', { query: { libraryId }, signal })
        .then(({ applicable }) => applicable),
  })

export const newReleaseCountQuery = queryOptions({
  queryKey: ['releases', 'count'],
  queryFn: ({ signal }) =>
    api.get<Page<Release>>('/releases', { query: { pageSize: 1 }, signal }).then(({ total }) => total),
})
