import { queryOptions } from '@tanstack/react-query'
import type { Plugin, PluginStatus, PluginVersionUpdate } from '../../../../../src/contract/plugin-schemas.ts'
import type { plugins } from '../../../../../src/contract/plugins.ts'
import type { AnswerOf } from '../../../../../src/contract/route.ts'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'

export type { Plugin, PluginStatus, PluginVersionUpdate }
export type PluginHealth = AnswerOf<typeof plugins.health>['health']
export type CataloguePlugin = AnswerOf<typeof plugins.catalogue>['plugins'][number]
type StorageUse = AnswerOf<typeof plugins.storageOf>
type Failures = AnswerOf<typeof plugins.failures>

export const pluginsQuery = queryOptions({
  queryKey: ['plugins'],
  queryFn: ({ signal }) => api.get<{ plugins: Plugin[] }>('/admin/plugins', { signal }).then((found) => found.plugins),
})

export const pluginCatalogueQuery = queryOptions({
  queryKey: ['plugins', 'catalogue'],
  queryFn: ({ signal }) =>
    api.get<{ plugins: CataloguePlugin[] }>('/admin/plugins/catalogue', { signal }).then((found) => found.plugins),
})

export const pluginHealthQuery = (id: string) =>
  queryOptions({
    queryKey: ['plugins', 'health', id],
    // Its state is announced by events, the lines of its log aren't.
    refetchInterval: 15_000,
    queryFn: ({ signal }) =>
      api.get<{ health: PluginHealth }>(`/admin/plugins/${id}/health`, { signal }).then((found) => found.health),
  })

export const pluginFailuresQuery = (id: string) =>
  queryOptions({
    queryKey: ['plugins', 'failures', id],
    queryFn: ({ signal }) => api.get<Failures>(`/admin/plugins/${id}/failures`, { query: { limit: 10 }, signal }),
  })

export const pluginStorageQuery = (name: string) =>
  queryOptions({
    queryKey: ['plugins', 'storage', name],
    queryFn: ({ signal }) => api.get<StorageUse>(`/admin/plugin-storage/${name}`, { signal }),
  })

export async function refreshPlugins() {
  await queryClient.invalidateQueries({ queryKey: ['plugins'] })
}
