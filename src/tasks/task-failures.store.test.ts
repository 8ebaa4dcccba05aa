import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { readTasks } from '../store/task/read.ts'
import { endTasks } from '../store/task/running-tasks.ts'
import { defineTask, PermanentTaskError, taskAlreadyEnded, taskHandler } from './task-kind.ts'
import { countOf, dig, statusOf, until, workerOpener } from './task-worker.fixture.ts'

const urgent = defineTask<{ name: string }>({ type: 'urgent', priority: 99, key: ({ params }) => `u:${params?.name}` })

onBothDatabases((open) => {
  const openWorker = workerOpener(open)

  it('a failed task is retried later, and gives up after the last attempt', async () => {
    const once = defineTask({ type: 'once', priority: 1, maxAttempts: 1, key: () => 'once' })
    let tries = 0
    const handlers = [
      taskHandler(dig, 'other', async () => {
        tries++
        throw new Error('no spade')
      }),
      taskHandler(once, 'other', async () => {
        throw new Error('never')
      }),
    ]
    const { worker, tasks, db, emitted } = await openWorker(handlers)
    const { task } = await tasks.add(dig, { params: { name: 'a' } })
    const { task: hopeless } = await tasks.add(once, {})
    await worker.start()
    await until(async () => (await statusOf(db, hopeless)) === 'failed')
    await worker.stop()
    const [waiting] = await readTasks(db.query, [task.key])
    expect(waiting).toMatchObject({ status: 'pending', attempts: 1, error: 'no spade' })
    expect(tries).toBe(1)
    expect(emitted.some((newEvent) => newEvent.type === 'task_failed' && newEvent.error === 'never')).toBe(true)
  })

  it('a permanent failure is not retried', async () => {
    const { worker, tasks, db } = await openWorker([
      taskHandler(dig, 'other', async () => {
        throw new PermanentTaskError('the root is gone')
      }),
    ])
    const { task } = await tasks.add(dig, { params: { name: 'a' } })
    await worker.start()
    await until(async () => (await statusOf(db, task)) === 'failed')
    await worker.stop()
  })

  it('a worker that stops returns its tasks, and the attempt does not count', async () => {
    const { worker, tasks, db } = await openWorker([
      taskHandler(dig, 'other', (_task, { signal }) => sleep(60_000, undefined, { signal })),
    ])
    const { task } = await tasks.add(dig, { params: { name: 'a' } })
    await worker.start()
    await until(async () => (await statusOf(db, task)) === 'running')
    await worker.stop()
    expect((await readTasks(db.query, [task.key]))[0]).toMatchObject({ status: 'pending', attempts: 0 })
  })

  it('tasks of a dead worker are taken over, until they have killed too many workers', async () => {
    let ran = 0
    const { worker, tasks, db, emitted } = await openWorker([
      taskHandler(dig, 'other', async () => {
        ran++
      }),
    ])
    const { task } = await tasks.add(dig, { params: { name: 'a' } })
    const { task: deadly } = await tasks.add(dig, { params: { name: 'b' } })
    const dead = { status: 'running', worker: 'gone', heartbeat_at: 1 }
    await db.transaction(async (tx) => {
      await tx
        .updateTable('task')
        .set({ ...dead, attempts: 1 })
        .where('id', '=', task.key)
        .execute()
      await tx
        .updateTable('task')
        .set({ ...dead, attempts: 3 })
        .where('id', '=', deadly.key)
        .execute()
    })
    await worker.start()
    await until(async () => (await statusOf(db, task)) === 'completed' && (await statusOf(db, deadly)) === 'failed')
    await worker.stop()
    expect(ran).toBe(1)
    expect(emitted).toContainEqual(
      expect.objectContaining({
        type: 'task_failed',
        error: 'The worker stopped 3 times while running this task.',
      }),
    )
  })

  it('a task that makes progress is not given up, however often its worker dies', async () => {
    const { worker, tasks, db } = await openWorker([
      taskHandler(dig, 'other', async ({ params }, { gotFurther }) => {
        if (params.name === 'deep') await gotFurther()
        throw new Error('the spade broke')
      }),
    ])
    const added = [
      await tasks.add(dig, { params: { name: 'deep' } }),
      await tasks.add(dig, { params: { name: 'stuck' } }),
    ]
    await db.transaction((tx) => tx.updateTable('task').set({ attempts: 2 }).execute())
    await worker.start()
    const attempts = async () =>
      (
        await readTasks(
          db.query,
          added.map(({ task }) => task.key),
        )
      ).map((row) => row.attempts)
    await until(async () => (await countOf(db, 'failed')) === 1 && (await attempts())[0] === 1)
    await worker.stop()
    expect(await statusOf(db, added[0]!.task)).toBe('pending')
    expect(await statusOf(db, added[1]!.task)).toBe('failed')
  })

  it('a task that may have killed its worker is retried alone, also while others wait for it', async () => {
    const risky = defineTask<{ name: string }>({
      type: 'risky',
      priority: 50,
      mayKill: true,
      key: ({ params }) => `risky:${params?.name}`,
    })
    const ran: string[] = []
    const beside = new Map<string, string[]>()
    const now = new Set<string>()
    const note = async ({ params }: { params: { name?: string } }) => {
      const name = params.name!
      ran.push(name)
      if (name === 'patient') return until(async () => ran.length === 6)
      now.add(name)
      for (const one of now) beside.set(one, [...now])
      await sleep(20)
      // On a busy machine, the second of two that may run at once starts late.
      const isAlone = () => 'ab'.includes(name) && !(ran.includes('a') && ran.includes('b'))
      for (let waits = 0; isAlone() && waits < 500; waits++) await sleep(10)
      now.delete(name)
    }
    const { worker, tasks, db } = await openWorker([
      taskHandler(risky, 'analyse', note),
      taskHandler(dig, 'other', note),
    ])
    const added: number[] = []
    for (const name of ['suspect', 'other suspect', 'a', 'b'])
      added.push((await tasks.add(risky, { params: { name } })).task.key)
    for (const name of ['c', 'patient']) await tasks.add(dig, { params: { name } })
    await db.transaction((tx) =>
      tx.updateTable('task').set({ attempts: 1 }).where('id', 'in', added.slice(0, 2)).execute(),
    )
    await worker.start()
    await until(async () => (await countOf(db, 'completed')) === 6)
    await worker.stop()
    expect(ran).toHaveLength(6)
    const risks = (name: string) => beside.get(name)!.filter((one) => one !== 'c')
    expect([risks('suspect'), risks('other suspect')]).toEqual([['suspect'], ['other suspect']])
    expect(risks('a')).toContain('b')
  })

  it('a task that fails for good reports it in the transaction that ends it, or is retried', async () => {
    const given: unknown[] = []
    let isBroken = true
    const { worker, tasks, db } = await openWorker([
      taskHandler(
        urgent,
        'other',
        async () => {
          throw new PermanentTaskError('no spade')
        },
        async (_task, ending, error) => {
          given.push(String(error))
          if (isBroken) throw new Error('no pen either')
          await db.transaction((tx) => endTasks(tx, [{ ...ending, result: { noted: true } }]))
          return taskAlreadyEnded
        },
      ),
    ])
    const { task } = await tasks.add(urgent, { params: { name: 'a' } })
    await worker.start()
    await until(async () => given.length === 1 && (await statusOf(db, task)) === 'pending')
    isBroken = false
    await db.transaction((tx) => tx.updateTable('task').set({ run_after: 0 }).where('id', '=', task.key).execute())
    await until(async () => (await statusOf(db, task)) === 'failed')
    await worker.stop()
    expect(given).toEqual(['PermanentFailure: no spade', 'PermanentFailure: no spade'])
    expect((await readTasks(db.query, [task.key]))[0]).toMatchObject({ error: 'no spade', result: { noted: true } })
  })

  it('a task known only to the database or only to the worker is reconciled', async () => {
    let ran = 0
    let stopped: unknown
    const { worker, tasks, db } = await openWorker([
      taskHandler(dig, 'other', async ({ params }, { signal }) => {
        ran++
        if (params.name === 'b' && ran === 2) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          stopped = signal.reason
          throw signal.reason
        }
      }),
    ])
    // Claimed, but the response got lost.
    const { task } = await tasks.add(dig, { params: { name: 'a' } })
    const mine = { status: 'running', worker: worker.id, heartbeat_at: Date.now(), attempts: 1 }
    await db.transaction((tx) => tx.updateTable('task').set(mine).where('id', '=', task.key).execute())
    await worker.start()
    await until(async () => (await statusOf(db, task)) === 'completed')
    // Taken over by another worker, which considered this one dead.
    const { task: other } = await tasks.add(dig, { params: { name: 'b' } })
    await until(async () => ran === 2)
    const theirs = { worker: 'another', heartbeat_at: Date.now() + 60_000 }
    await db.transaction((tx) => tx.updateTable('task').set(theirs).where('id', '=', other.key).execute())
    await until(async () => stopped !== undefined)
    await worker.stop()
    expect(String(stopped)).toContain('taken')
    expect(await statusOf(db, other)).toBe('running')
    expect(ran).toBe(2)
  })
})
