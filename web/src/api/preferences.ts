import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from './client.ts'
import { isProblem } from './problem.ts'
import { queryClient } from './query-client.ts'
import type { Preference } from './types.ts'

type StoredPreferences = Record<string, unknown>

/** The viewer's preferences, stored with the account so that they apply on every device. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }): Promise<StoredPreferences> => {
    const { preferences } = await api.get<{ preferences: Preference[] }>('/user/preferences', { signal })
    return Object.fromEntries(preferences.map(({ key, value }) => [key, value]))
  },
})

export function usePreference<T>(key: string, fallback: T): [T, (value: T | undefined) => void] {
  const { data } = useQuery(preferencesQuery)
  const set = useCallback((value: T | undefined) => void setPreference(key, value), [key])
  return [(data?.[key] as T | undefined) ?? fallback, set]
}

/** Optimistic: shown at once, then sent to the server. `undefined` removes the preference. */
export async function setPreference(key: string, value: unknown) {
  const stored = queryClient.getQueryData(preferencesQuery.queryKey)
  // The response to an earlier request would restore the old value.
  if (stored) void queryClient.cancelQueries({ queryKey: preferencesQuery.queryKey })
  queryClient.setQueryData(preferencesQuery.queryKey, (stored: StoredPreferences | undefined) => {
    const { [key]: _gone, ...rest } = stored ?? {}
    return value === undefined ? rest : { ...rest, [key]: value }
  })
  unsent.set(key, value)
  if (sending.has(key)) return
  sending.add(key)
  while (unsent.has(key)) {
    const next = unsent.get(key)
    unsent.delete(key)
    await write(key, next)
  }
  sending.delete(key)
}

/**
 * Values still to be sent: one request at a time per key, so that an older value can't arrive last; only the newest
 * waits.
 */
const unsent = new Map<string, unknown>()
const sending = new Set<string>()
globalThis.addEventListener?.('pagehide', () => {
  for (const [key, value] of unsent) void write(key, value)
  unsent.clear()
})

async function write(key: string, value: unknown) {
  const path = `/user/preferences/${encodeURIComponent(key)}`
  try {
    if (value === undefined) await api.delete(path, { keepalive: true })
    else await api.put(path, { body: { value }, keepalive: true })
  } catch (error) {
    if (!isProblem(error, 'not_found')) console.warn(`Preference ${key} was not saved`, error)
  }
}
