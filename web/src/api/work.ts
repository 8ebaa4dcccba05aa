import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from './client.ts'
import { useMay } from './session.ts'
import type { Page, Task } from './shapes.ts'

/** One running task, as much of it as a thin line needs. */
export type Work = { id: string; type: string; libraryId: string | null; current: number; total: number }

const listeners = new Set<() => void>()
const running = new Map<string, Work>()
let snapshot: Work[] = []

/** What the server does right now: asked once, then told by events. */
export function useWork(): Work[] {
  const may = useMay('TasksRead')
  const { data } = useQuery({
    queryKey: ['tasks', 'running'],
    queryFn: ({ signal }) => api.get<Page<Task>>('/tasks', { query: { status: 'running', pageSize: 50 }, signal }),
    enabled: may,
  })
  useEffect(() => {
    for (const task of data?.data ?? [])
      workMoved({
        id: task.id,
        type: task.type,
        libraryId: task.libraryId,
        current: task.progress?.current ?? 0,
        total: task.progress?.total ?? 0,
      })
  }, [data])
  return useSyncExternalStore(subscribe, () => snapshot)
}

export function workMoved(work: Work) {
  running.set(work.id, { ...running.get(work.id), ...work })
  tell()
}

export function workEnded(id: string) {
  if (running.delete(id)) tell()
}

function tell() {
  snapshot = [...running.values()]
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
