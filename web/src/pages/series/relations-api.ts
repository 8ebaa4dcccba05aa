import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { RelationKind, SeriesRelation, SimilarSeries } from '../../api/types.ts'

export const seriesRelationsQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['series', 'relations', seriesId],
    queryFn: ({ signal }) => api.get<SeriesRelation[]>(`/series/${seriesId}/relations`, { signal }),
  })

export const similarSeriesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['series', 'similar', seriesId],
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get<SimilarSeries[]>(`/series/${seriesId}/similar`, { signal }),
  })

/** Undefined removes the relation. */
export async function saveOrRemoveRelation(
  seriesId: string,
  otherId: string,
  kind: RelationKind | undefined,
): Promise<void> {
  const path = `/series/${seriesId}/relations/${otherId}`
  if (kind) await api.put(path, { body: { kind } })
  else await api.delete(path)
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['series', 'relations'] }),
    queryClient.invalidateQueries({ queryKey: ['series', 'similar'] }),
  ])
}
