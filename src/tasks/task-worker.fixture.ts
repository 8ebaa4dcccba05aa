import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { TestDatabase } from '../../test/databases.ts'
import type { NewEvent } from '../events/events.ts'
import type { Db } from '../store/open.ts'
import { readTasks, type TaskView } from '../store/task/read.ts'
import { defineTask, type TaskHandler } from './task-kind.ts'
import { openTasks } from './tasks.ts'
import { TaskWorker } from './worker.ts'

export const dig = defineTask<{ name: string }>({
  type: 'dig',
  priority: 10,
  key: ({ params }) => `dig:${params?.name}`,
})

/**
 * Opens workers and task queues. All tests of a block use the same database, and each begins with an empty queue.
 * Workers stop with their test.
 */
export function workerOpener(open: () => Promise<TestDatabase>) {
  let opened: Promise<TestDatabase> | undefined
  return async (
    handlers: TaskHandler[] = [],
    lanes = { scan: 1, analyse: 4, series: 1, text: 1, plugin: 1, other: 1 },
    beatMilliseconds = 50,
  ) => {
    opened ??= open()
    const { db } = await opened
    await db.transaction((tx) => tx.deleteFrom('task').execute())
    const emitted: NewEvent[] = []
    const events = { emit: (newEvent: NewEvent) => emitted.push(newEvent) }
    const options = { db, events, handlers, lanes, isOnlyWorker: false, pollMilliseconds: 20, beatMilliseconds }
    const make = () => {
      const worker = new TaskWorker(options)
      onTestFinished(() => worker.stop())
      return worker
    }
    const worker = make()
    const link = { wake: () => worker.wake(), cancel: (id: number) => worker.cancel(id) }
    return { db, emitted, worker, make, tasks: openTasks({ db, events, link }) }
  }
}

export async function statusOf(db: Db, task: TaskView): Promise<string | undefined> {
  return (await readTasks(db.query, [task.key]))[0]?.status
}

export async function countOf(db: Db, status?: string): Promise<number> {
  let query = db.query.selectFrom('task').select((eb) => eb.fn.countAll<number>().as('n'))
  if (status) query = query.where('status', '=', status)
  return Number((await query.executeTakeFirstOrThrow()).n)
}

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(10)) if (await isSo()) return
  throw new Error('it did not happen in time')
}
