import { queryOptions } from '@tanstack/react-query'
import type { Backups } from '../../../../../src/contract/backups.ts'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'

export type { Backups }
export type Backup = Backups['backups'][number]

// Under ['tasks'], because a task creates them: the event stream invalidates it when a task ends.
export const backupsQuery = queryOptions({
  queryKey: ['tasks', 'backups'],
  queryFn: ({ signal }) => api.get<Backups>('/admin/backups', { signal }),
})

export const createBackup = () => api.post('/admin/backups').finally(refresh)
export const deleteBackup = (name: string) => api.delete(`/admin/backups/${name}`).finally(refresh)
export const restoreBackup = (name: string) => api.post(`/admin/backups/${name}/restore`).finally(refresh)
export const cancelRestore = () => api.delete('/admin/restore').finally(refresh)

export function uploadBackup(file: File) {
  const form = new FormData()
  form.append('file', file)
  return api.post('/admin/backups/upload', { body: form }).finally(refresh)
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey })
}
