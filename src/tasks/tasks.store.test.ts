import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { readTasks } from '../store/task/read.ts'
import { endTasks } from '../store/task/running-tasks.ts'
import { defineTask, taskAlreadyEnded, taskHandler } from './task-kind.ts'
import { countOf, dig, statusOf, until, workerOpener } from './task-worker.fixture.ts'

const urgent = defineTask<{ name: string }>({ type: 'urgent', priority: 99, key: ({ params }) => `u:${params?.name}` })

onBothDatabases((open) => {
  const openWorker = workerOpener(open)

  it('runs the most urgent task first, and does not queue the same task twice', async () => {
    const ran: string[] = []
    const note = async ({ params }: { params: { name?: string } }) => {
      ran.push(params.name!)
    }
    const { worker, tasks, db } = await openWorker([
      taskHandler(dig, 'other', note),
      taskHandler(urgent, 'other', note),
    ])
    const first = await tasks.add(dig, { params: { name: 'a' } })
    const second = await tasks.add(dig, { params: { name: 'a' } })
    expect([first.isNew, second.isNew]).toEqual([true, false])
    expect(second.task.key).toBe(first.task.key)
    await tasks.add(dig, { params: { name: 'b' } })
    const last = await tasks.add(urgent, { params: { name: 'c' } })
    await worker.start()
    await until(async () => ran.length === 3)
    expect(ran).toEqual(['c', 'a', 'b'])
    await worker.stop()
    expect(await statusOf(db, last.task)).toBe('completed')
    expect((await tasks.add(dig, { params: { name: 'a' } })).isNew).toBe(true)
  })

  it('a thousand tasks are each run once by three workers', async () => {
    const ran: string[] = []
    const handlers = [
      taskHandler(dig, 'analyse', async ({ params }) => {
        ran.push(params.name!)
        await sleep(1)
      }),
    ]
    // A busy machine must not look like a dead worker here.
    const { worker, make, tasks, db } = await openWorker(
      handlers,
      { scan: 1, analyse: 32, series: 1, text: 1, plugin: 1, other: 1 },
      5000,
    )
    const names = Array.from({ length: 1000 }, (_, n) => `${n}`)
    await db.transaction((tx) =>
      tasks.addIn(
        tx,
        dig,
        names.map((name) => ({ params: { name } })),
      ),
    )
    const workers = [worker, make(), make()]
    for (const one of workers) await one.start()
    // Ended and not only started: a worker that stops requeues what it hasn't ended.
    await until(async () => ran.length >= 1000 && (await countOf(db, 'running')) === 0)
    for (const one of workers) await one.stop()
    expect(new Set(ran).size).toBe(1000)
    expect(ran).toHaveLength(1000)
  })

  it('cancelling stops the work', async () => {
    let stopped = false
    const { worker, tasks, db } = await openWorker([
      taskHandler(dig, 'other', async (_task, { signal }) => {
        await sleep(60_000, undefined, { signal }).finally(() => {
          stopped = true
        })
      }),
    ])
    const { task } = await tasks.add(dig, { params: { name: 'a' } })
    const { task: waiting } = await tasks.add(dig, { params: { name: 'b' } })
    await worker.start()
    await until(async () => (await statusOf(db, task)) === 'running')
    expect(await tasks.cancel(waiting)).toBe('cancelled')
    expect(await tasks.cancel(task)).toBe('asked')
    await until(async () => (await statusOf(db, task)) === 'cancelled')
    expect(stopped).toBe(true)
    expect(await tasks.cancel(task)).toBe('over')
    expect((await tasks.retry(waiting))?.status).toBe('pending')
    await worker.stop()
  })

  it('of exclusive kinds one task runs per library', async () => {
    const scan = defineTask<{ n: number }>({
      type: 'scan',
      priority: 1,
      alone: 'files',
      key: ({ libraryId, params }) => `${libraryId}:${params?.n}`,
    })
    let now = 0
    let max = 0
    const { worker, make, tasks, db } = await openWorker(
      [
        taskHandler(scan, 'scan', async () => {
          max = Math.max(max, ++now)
          await sleep(30)
          now--
        }),
      ],
      { scan: 4, analyse: 1, series: 1, text: 1, plugin: 1, other: 1 },
    )
    for (const n of [1, 2, 3]) await tasks.add(scan, { libraryId: 7, params: { n } })
    const other = make()
    await worker.start()
    await other.start()
    await until(async () => (await countOf(db, 'completed')) === 3)
    await worker.stop()
    await other.stop()
    expect(max).toBe(1)
  })

  it('a repeatable task is queued once more if requested while it runs', async () => {
    const settle = defineTask({ type: 'settle', priority: 1, repeats: true, forgetsSuccess: true, key: () => 's' })
    let runs = 0
    const { worker, tasks, db } = await openWorker([
      taskHandler(settle, 'other', async (_task, { ending }) => {
        runs++
        if (runs === 1) {
          expect((await tasks.add(settle, {})).isNew).toBe(true)
          expect((await tasks.add(settle, {})).isNew).toBe(false)
        }
        await db.transaction((tx) => endTasks(tx, [ending()]))
        return taskAlreadyEnded
      }),
    ])
    await tasks.add(settle, {})
    await worker.start()
    await until(async () => runs === 2 && (await countOf(db)) === 0)
    await worker.stop()
  })

  it('progress can be read while the task runs', async () => {
    const { worker, tasks, db, emitted } = await openWorker([
      taskHandler(dig, 'other', async (_task, { progress, signal }) => {
        for (let n = 0; n <= 500; n++) progress(n, 1000, 'digging', { found: n })
        await sleep(60_000, undefined, { signal })
      }),
    ])
    const { task } = await tasks.add(dig, { params: { name: 'a' } })
    await worker.start()
    await until(async () => (await readTasks(db.query, [task.key]))[0]?.progress !== null)
    expect((await readTasks(db.query, [task.key]))[0]).toMatchObject({
      progress: { current: 500, total: 1000, message: 'digging' },
      result: { found: 500 },
    })
    expect(emitted.filter((newEvent) => newEvent.type === 'task_progress')).toHaveLength(1)
    await worker.stop()
  })
})
