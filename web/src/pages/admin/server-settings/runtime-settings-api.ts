import { queryOptions } from '@tanstack/react-query'
import type { Setting, SettingHistoryEntry } from '../../../../../src/contract/settings.ts'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'

export type { Setting, SettingHistoryEntry }

// Under ['settings'], which the event stream invalidates when a setting changes.
export const runtimeSettingsQuery = queryOptions({
  queryKey: ['settings', 'runtime'],
  queryFn: ({ signal }) => api.get<Setting[]>('/admin/settings', { signal }),
})

export const settingHistoryQuery = (key: string) =>
  queryOptions({
    queryKey: ['settings', 'history', key],
    staleTime: 0,
    queryFn: ({ signal }) => api.get<SettingHistoryEntry[]>(`/admin/settings/${key}/history`, { signal }),
  })

export async function changeSetting(key: string, value: unknown) {
  updateCachedSetting(await api.put<Setting>(`/admin/settings/${key}`, { body: { value } }))
}

export async function resetSetting(key: string) {
  updateCachedSetting(await api.post<Setting>(`/admin/settings/${key}/reset`))
}

function updateCachedSetting(setting: Setting) {
  queryClient.setQueryData(runtimeSettingsQuery.queryKey, (all: Setting[] | undefined) =>
    all?.map((each) => (each.key === setting.key ? setting : each)),
  )
  void queryClient.invalidateQueries({ queryKey: ['settings', 'history', setting.key] })
  void queryClient.invalidateQueries({ queryKey: ['settings', 'app-access'] })
}
