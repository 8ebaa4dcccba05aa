import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'
import type { Series } from './types.ts'

export const hiddenSeriesQuery = queryOptions({
  queryKey: ['hidden-series'],
  queryFn: ({ signal }) =>
    api.get<{ seriesIds: string[] }>('/hidden-series', { signal }).then(({ seriesIds }) => seriesIds),
})

/** Whether the viewer has hidden the series. */
export function useIsSeriesHidden(id: string): boolean {
  const { data } = useQuery(hiddenSeriesQuery)
  return data?.includes(id) ?? false
}

/** The server's limit per request. */
const maxPerRequest = 1000

export async function changeHiddenSeries(ids: string[], hidden: boolean) {
  for (let from = 0; from < ids.length; from += maxPerRequest) {
    await api.post('/series/bulk/hidden', { body: { seriesIds: ids.slice(from, from + maxPerRequest), hidden } })
  }
  // A random pick isn't made anew: only what was hidden leaves it.
  if (hidden) {
    queryClient.setQueriesData({ queryKey: ['home', 'random'] }, (row: Series[] | undefined) =>
      row?.filter(({ id }) => !ids.includes(id)),
    )
  }
  const stale = [['hidden-series'], ['series'], ['books'], ['recommendations']]
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
