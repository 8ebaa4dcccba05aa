import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Release, ReleaseSource, SeriesReleaseTracking } from '../../../src/contract/releases.ts'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { showMessage, showProblem } from '../api/show-message.ts'
import type { Page } from '../api/types.ts'
import { t } from '../messages/t.ts'

export type { Release, ReleaseSource }
export const releaseStateFilters = ['announced', 'marked_acquired', 'dismissed', 'ignored', 'all'] as const
export type ReleaseStateFilter = (typeof releaseStateFilters)[number]

/** Large pages: what several sources announced is shown once, and may lie far apart. */
export const releasesQuery = (state: ReleaseStateFilter) =>
  infiniteQueryOptions({
    queryKey: ['releases', 'list', state],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      api.get<Page<Release>>('/releases', {
        query: { state, page: pageParam, pageSize: 500, together: true },
        signal,
      }),
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  })

export const seriesTrackingQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['tracking', seriesId],
    queryFn: ({ signal }) => api.get<SeriesReleaseTracking>(`/series/${seriesId}/tracking`, { signal }),
  })

type SeriesAlias = { id: string; alias: string }

export const seriesAliasesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['aliases', seriesId],
    queryFn: ({ signal }) =>
      api.get<{ aliases: SeriesAlias[] }>(`/series/${seriesId}/aliases`, { signal }).then(({ aliases }) => aliases),
  })

/** Adds what is new in the list, and removes what is no longer in it. */
export async function saveSeriesAliases(seriesId: string, before: readonly SeriesAlias[], given: readonly string[]) {
  const names = given.map((one) => one.trim()).filter(Boolean)
  try {
    for (const { id, alias } of before)
      if (!names.includes(alias)) await api.delete(`/series/${seriesId}/aliases/${id}`)
    for (const alias of names)
      if (!before.some((one) => one.alias === alias)) await api.post(`/series/${seriesId}/aliases`, { body: { alias } })
  } catch (error) {
    showProblem(error)
  }
  await refresh('aliases')
}

export const releaseSourcesQuery = queryOptions({
  queryKey: ['plugins', 'sources'],
  queryFn: ({ signal }) =>
    api.get<{ sources: ReleaseSource[] }>('/release-sources', { signal }).then(({ sources }) => sources),
})

const refresh = (key: string) => queryClient.invalidateQueries({ queryKey: [key] })

export async function applyReleaseAction(ids: string[], action: 'dismiss' | 'mark-acquired' | 'reset') {
  try {
    await api.post('/releases/bulk', { body: { ids, action } })
  } catch (error) {
    showProblem(error)
  }
  await refresh('releases')
}

/** All announced releases, not only those on the page. Releases that arrive meanwhile haven't been seen and stay. */
export async function dismissAllReleases() {
  try {
    const ids: string[] = []
    for (let page = 1, totalPages = 1; page <= totalPages; page++) {
      const query = { state: 'announced', page, pageSize: 500 }
      const found = await api.get<Page<Release>>('/releases', { query })
      ids.push(...found.data.map(({ id }) => id))
      totalPages = found.totalPages
    }
    for (let at = 0; at < ids.length; at += MAX_IDS) {
      await api.post('/releases/bulk', { body: { ids: ids.slice(at, at + MAX_IDS), action: 'dismiss' } })
    }
  } catch (error) {
    showProblem(error)
  }
  await refresh('releases')
}

/** Per request. */
const MAX_IDS = 1000

export async function setSeriesFollowed(seriesId: string, tracked: boolean) {
  try {
    const tracking = await api.patch<SeriesReleaseTracking>(`/series/${seriesId}/tracking`, { body: { tracked } })
    queryClient.setQueryData(seriesTrackingQuery(seriesId).queryKey, tracking)
    if (tracked) showMessage(t('releases.following'))
  } catch (error) {
    showProblem(error)
  }
  await refresh('releases')
}
