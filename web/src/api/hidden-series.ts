import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client.ts'

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
