import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { Page, Task } from '../../../api/types.ts'

export const endedStates = ['completed', 'failed', 'cancelled'] as const
export type EndedState = (typeof endedStates)[number]

export const currentTasksQuery = (status: 'running' | 'pending') =>
  queryOptions({
    queryKey: ['tasks', 'current', status],
    staleTime: 0,
    queryFn: ({ signal }) => api.get<Page<Task>>('/tasks', { query: { status, pageSize: 100 }, signal }),
  })

export const taskHistoryQuery = (status: EndedState) =>
  infiniteQueryOptions({
    queryKey: ['tasks', 'history', status],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      api.get<Page<Task>>('/tasks', { query: { status, page: pageParam, pageSize: 25 }, signal }),
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  })

export async function cancelTask(id: string) {
  await api.post(`/tasks/${id}/cancel`)
  await refresh()
}

export async function retryTask(id: string) {
  await api.post(`/tasks/${id}/retry`)
  await refresh()
}

export async function clearEndedTasks(status: EndedState): Promise<number> {
  const { deleted } = await api.delete<{ deleted: number }>('/tasks', { query: { status } })
  await refresh()
  return deleted
}

async function refresh() {
  await queryClient.invalidateQueries({ queryKey: ['tasks'] })
}
