import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { AnswerOf } from '../../../src/contract/route.ts'
import type { tasks } from '../../../src/contract/tasks.ts'
import { api } from './client.ts'
import { usePermission } from './session.ts'

/** One running task, as much of it as a thin line needs. */
export type RunningTask = { id: string; type: string; libraryId: string | null; current: number; total: number }
export type TaskStats = AnswerOf<typeof tasks.stats>

const listeners = new Set<() => void>()
const running = new Map<string, RunningTask>()
let snapshot: RunningTask[] = []

// Everything under ['tasks'] is asked for anew when the event stream tells of a task.
export const taskStatsQuery = queryOptions({
  queryKey: ['tasks', 'stats'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const stats = await api.get<TaskStats>('/tasks/stats', { signal })
    // Of many tasks at once only their number is told; what no longer runs must not be shown for ever.
    for (const { id, type } of snapshot) if (!stats.byType[type]?.running) removeRunningTask(id)
    return stats
  },
})

/** How much the server has to do; undefined for whoever may not know. */
export function useTaskStats(): TaskStats | undefined {
  const enabled = usePermission('TasksRead')
  return useQuery({ ...taskStatsQuery, enabled }).data
}

/** The tasks that tell of themselves, as the event stream tells of them. */
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
