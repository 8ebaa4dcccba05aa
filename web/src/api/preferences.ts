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
  queryClient.setQueryData(preferencesQuery.queryKey, (kept: Kept | undefined) => {
    const { [key]: _gone, ...rest } = kept ?? {}
    return value === undefined ? rest : { ...rest, [key]: value }
  })
  const path = `/user/preferences/${encodeURIComponent(key)}`
  try {
    if (value === undefined) await api.delete(path)
    else await api.put(path, { body: { value } })
  } catch (error) {
    if (!isProblem(error, 'not_found')) console.warn(`Preference ${key} was not saved`, error)
  }
}
