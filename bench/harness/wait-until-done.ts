import { setTimeout as sleep } from 'node:timers/promises'
import type { Lectern } from './lectern.ts'

interface Stats {
  pending: number
  running: number
}

/** Waits until no task is waiting or running any more. Returns the seconds it took. */
export async function waitUntilTasksDone({ ask }: Lectern, everyMs = 100): Promise<number> {
  const began = performance.now()
  for (let quiet = 0; quiet < 3; ) {
    await sleep(everyMs)
    const { pending, running } = await ask<Stats>('/api/v1/tasks/stats')
    quiet = pending + running === 0 ? quiet + 1 : 0
  }
  return (performance.now() - began - 2 * everyMs) / 1000
}

export interface ListedBook {
  id: string
  title: string
  fileFormat: string
  pageCount: number
  filePath: string
}

export async function allBooks({ ask }: Lectern): Promise<ListedBook[]> {
  return (await ask<{ data: ListedBook[] }>('/api/v1/books?pageSize=500')).data
}
