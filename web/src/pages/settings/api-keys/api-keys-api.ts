import { queryOptions } from '@tanstack/react-query'
import type { ApiKey, CreatedApiKey } from '../../../../../src/contract/api-keys.ts'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { Permission } from './key-presets.ts'

export type { ApiKey, CreatedApiKey }

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  // The last use of a key changes without an event.
  staleTime: 0,
  queryFn: ({ signal }) => api.get<ApiKey[]>('/api-keys', { signal }),
})

export type NewApiKey = { name: string; permissions: Permission[] | undefined; expires_at: string | null }

export async function createApiKey(body: NewApiKey): Promise<CreatedApiKey> {
  const made = await api.post<CreatedApiKey>('/api-keys', { body })
  void queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
  return made
}

export async function updateApiKey(id: string, body: Partial<NewApiKey>) {
  await api.patch(`/api-keys/${id}`, { body })
  await queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
}

export async function revokeApiKey(id: string) {
  await api.delete(`/api-keys/${id}`)
  await queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
}
