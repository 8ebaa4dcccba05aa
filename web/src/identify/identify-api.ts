import { queryOptions } from '@tanstack/react-query'
import type {
  AppliedMetadata,
  MetadataChange,
  MetadataPreviewField,
  PluginSearchResult,
  pluginMetadata,
} from '../../../src/contract/plugin-metadata.ts'
import type { AnswerOf } from '../../../src/contract/route.ts'
import { api } from '../api/client.ts'
import { apiUrl } from '../api/urls.ts'

export type { AppliedMetadata, MetadataChange, MetadataPreviewField, PluginSearchResult }
export type ItemEntity = 'series' | 'book'
export type ProviderSearchAnswer = AnswerOf<typeof pluginMetadata.searchSeries>
export type MetadataPreview = AnswerOf<typeof pluginMetadata.previewSeries>
type Action = AnswerOf<typeof pluginMetadata.actions>['actions'][number]

export const itemApiPath = (entity: ItemEntity, id: string) => (entity === 'series' ? `/series/${id}` : `/books/${id}`)

/** Our pages load pictures only from our server, which fetches external covers. */
export const proxiedCoverUrl = (url: string) => apiUrl('/plugins/cover', { url })

export const identifyProvidersQuery = (entity: ItemEntity, libraryId: string) =>
  queryOptions({
    queryKey: ['plugin-actions', entity, libraryId],
    queryFn: ({ signal }) =>
      api
        .get<{ actions: Action[] }>('/plugins/actions', { query: { scope: `${entity}:detail`, libraryId }, signal })
        .then((found) => found.actions),
  })

export const metadataPreviewQuery = (entity: ItemEntity, id: string, pluginId: string, externalId: string) =>
  queryOptions({
    queryKey: ['metadata-preview', entity, id, pluginId, externalId],
    // Requested once: what is shown is what will be applied.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      api.post<MetadataPreview>(`${itemApiPath(entity, id)}/metadata/preview`, {
        body: { pluginId, externalId },
        signal,
      }),
  })

export const pluginMetadataChangesQuery = (entity: ItemEntity, id: string) =>
  queryOptions({
    queryKey: ['metadata-changes', entity, id],
    queryFn: ({ signal }) =>
      api
        .get<{ changes: MetadataChange[] }>(`${itemApiPath(entity, id)}/metadata/changes`, { signal })
        .then((found) => found.changes),
  })
