import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { AnswerOf } from '../../../src/contract/route.ts'
import type { tasks } from '../../../src/contract/tasks.ts'
import { api } from './client.ts'
import { usePermission } from './session.ts'

/** A running task, as far as the progress line needs it. */
export type RunningTask = { id: string; type: string; libraryId: string | null; current: number; total: number }
export type TaskStats = AnswerOf<typeof tasks.stats>

const listeners = new Set<() => void>()
const running = new Map<string, RunningTask>()
let snapshot: RunningTask[] = []

// Everything under ['tasks'] is refetched when a task event arrives.
export const taskStatsQuery = queryOptions({
  queryKey: ['tasks', 'stats'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const stats = await api.get<TaskStats>('/tasks/stats', { signal })
    // For many tasks at once events contain only their number, so tasks that no longer run are removed here.
    for (const { id, type } of snapshot) if (!stats.byType[type]?.running) removeRunningTask(id)
    return stats
  },
})

/** How much work the server has; undefined without the permission. */
export function useTaskStats(): TaskStats | undefined {
  const enabled = usePermission('TasksRead')
  return useQuery({ ...taskStatsQuery, enabled }).data
}

/** The tasks that report progress, from the event stream. */
export function useRunningTasks(): RunningTask[] {
  return useSyncExternalStore(subscribe, () => snapshot)
}

export function setTaskProgress(work: RunningTask) {
  running.set(work.id, { ...running.get(work.id), ...work })
  emitChange()
}

export function removeRunningTask(id: string) {
  if (running.delete(id)) emitChange()
}

function emitChange() {
  snapshot = [...running.values()]
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
