import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from './client.ts'
import { isProblem } from './problem.ts'
import { queryClient } from './query-client.ts'
import type { Preference } from './types.ts'

type Kept = Record<string, unknown>

/** What a person set, kept with their account so that it follows them to another device. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }): Promise<Kept> => {
    const { preferences } = await api.get<{ preferences: Preference[] }>('/user/preferences', { signal })
    return Object.fromEntries(preferences.map(({ key, value }) => [key, value]))
  },
})

export function usePreference<T>(key: string, fallback: T): [T, (value: T | undefined) => void] {
  const { data } = useQuery(preferencesQuery)
  const set = useCallback((value: T | undefined) => void setPreference(key, value), [key])
  return [(data?.[key] as T | undefined) ?? fallback, set]
}

/** Shown at once; the server learns of it behind. `undefined` forgets it. */
export async function setPreference(key: string, value: unknown) {
  const kept = queryClient.getQueryData(preferencesQuery.queryKey)
  // An answer that was asked for before would bring the old value back.
  if (kept) void queryClient.cancelQueries({ queryKey: preferencesQuery.queryKey })
  queryClient.setQueryData(preferencesQuery.queryKey, (kept: Kept | undefined) => {
    const { [key]: _gone, ...rest } = kept ?? {}
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

/** One after the other for each key, or an earlier value may come last; of several that wait only the last counts. */
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
