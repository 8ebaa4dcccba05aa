import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { until } from '../../../test/processes.ts'
import { scanLibraryTask } from '../../scan/tasks.ts'
import { taskHandler } from '../../tasks/task-kind.ts'
import { openTasks } from '../../tasks/tasks.ts'
import { TaskWorker } from '../../tasks/worker.ts'
import { indexTextTask } from './index-text-task.ts'

onBothDatabases((open) => {
  it('a library is indexed by one worker at a time, also while it is scanned', async () => {
    const { db } = await open()
    const events = { emit: () => {} }
    const running: string[] = []
    const began: string[] = []
    const gate = Promise.withResolvers<void>()
    const run = async ({ type }: { type: string }) => {
      began.push([...running, type].join(' beside '))
      running.push(type)
      await gate.promise
      running.splice(running.indexOf(type), 1)
    }
    const workers = [1, 2].map(
      () =>
        new TaskWorker({
          db,
          events,
          handlers: [taskHandler(indexTextTask, 'text', run), taskHandler(scanLibraryTask, 'scan', run)],
          lanes: { scan: 1, analyse: 1, series: 1, text: 1, plugin: 1, other: 1 },
          isOnlyWorker: false,
        }),
    )
    const wakeAll = () => {
      for (const worker of workers) worker.wake()
    }
    const tasks = openTasks({ db, events, link: { wake: wakeAll, cancel: () => false } })
    for (const worker of workers) await worker.start()

    await tasks.add(indexTextTask, { libraryId: 7 })
    await until('it is being indexed', async () => running.length === 1)
    await tasks.add(indexTextTask, { libraryId: 7 })
    await tasks.add(scanLibraryTask, { libraryId: 7, params: { mode: 'normal' } })
    await until('it is being scanned', async () => running.includes('scan_library'))
    await sleep(300)
    expect(began).toEqual(['index_text', 'index_text beside scan_library'])

    gate.resolve()
    await until('it is indexed once more', async () => began.length === 3 && running.length === 0)
    for (const worker of workers) await worker.stop()
  })
})
