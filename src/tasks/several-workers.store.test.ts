import { expect, it, onTestFinished, vi } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { until } from '../../test/processes.ts'
import type { NewEvent } from '../events/events.ts'
import type { Db } from '../store/open.ts'
import { claimTasks, findWaitingTaskTypes } from '../store/task/claim.ts'
import { claimScheduleTick } from '../store/task/claim-schedule-tick.ts'
import { readNextDueTime } from '../store/task/due-tasks.ts'
import { recordHeartbeat, requeueLostTasks } from '../store/task/running-tasks.ts'
import { Scheduler } from './schedule.ts'
import { defineTask, type TaskHandler, taskHandler } from './task-kind.ts'
import { openTasks } from './tasks.ts'
import { TaskWorker } from './worker.ts'

const dig = defineTask<{ name: string }>({ type: 'dig', priority: 10, key: ({ params }) => `dig:${params?.name}` })

onBothDatabases((open) => {
  async function openWorker(handlers: TaskHandler[] = []) {
    const { db } = await open()
    const emitted: NewEvent[] = []
    const events = { emit: (newEvent: NewEvent) => emitted.push(newEvent) }
    const lanes = { scan: 1, analyse: 1, series: 1, text: 1, plugin: 1, other: 1 }
    const worker = new TaskWorker({ db, events, handlers, lanes, isOnlyWorker: false })
    const link = { wake: () => worker.wake(), cancel: (id: number) => worker.cancel(id) }
    return { db, emitted, worker, tasks: openTasks({ db, events, link }) }
  }

  it('a scheduled run is claimed by one of several workers', async () => {
    const { db } = await open()
    const request = (tick: number) => db.transaction((tx) => claimScheduleTick(tx, 'nightly', tick))
    expect(await Promise.all([request(10_000), request(10_000), request(10_000)])).toSatisfy(
      (answers: boolean[]) => answers.filter(Boolean).length === 1,
    )
    expect([await request(20_000), await request(10_000)]).toEqual([true, false])
  })

  it('a schedule goes on although its last run is in the future, because the clock was wrong', async () => {
    const { db } = await open()
    const now = Date.UTC(2026, 10, 18)
    const request = (tick: number) => db.transaction((tx) => claimScheduleTick(tx, 'nightly', tick, now))
    // A server whose clock is a little ahead isn't wrong.
    expect([await request(now + 60_000), await request(now)]).toEqual([true, false])
    expect([await request(Date.UTC(2031, 0, 1)), await request(now), await request(now)]).toEqual([true, true, false])
  })

  it('a late worker claims the run that the others already had', async () => {
    const { db } = await open()
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const runs: number[] = []
    const tick = async (due: number, lateMs: number) => {
      const ticked = Promise.withResolvers<void>()
      const told: Db = {
        ...db,
        transaction: (work) => db.transaction(work).finally(() => setImmediate(ticked.resolve)),
      }
      const scheduler = new Scheduler(told, ticked.reject)
      vi.setSystemTime(due - 1000)
      scheduler.set([{ name: 'early', cron: '0 4 * * *', run: async (due) => runs.push(due) }])
      vi.setSystemTime(due - 1000 + lateMs)
      vi.advanceTimersByTime(1000)
      await ticked.promise
      await scheduler.stop()
      return runs.length
    }
    const [one, next] = [2, 3].map((day) => new Date(2026, 0, day, 4).getTime()) as [number, number]
    expect([await tick(one, 0), await tick(one, 0), await tick(one, 800), await tick(one, 30_000)]).toEqual([
      1, 1, 1, 1,
    ])
    expect([await tick(next, 3000), await tick(next, 0)]).toEqual([2, 2])
    expect(runs).toEqual([one, next])
  })

  it('work completed by a worker that counts as dead is discarded', async () => {
    const gate = Promise.withResolvers<void>()
    const held: boolean[] = []
    const { worker, tasks, db, emitted } = await openWorker([
      taskHandler(dig, 'other', async (_task, { hold }) => {
        await gate.promise
        held.push(
          await hold().then(
            () => true,
            () => false,
          ),
        )
        return { found: 'nothing' }
      }),
    ])
    await tasks.add(dig, { params: { name: 'a' } })
    await worker.start()
    await until('it has begun', async () => (await rowOf(db)).status === 'running')
    await db.transaction((tx) => tx.updateTable('task').set({ worker: 'another' }).execute())
    gate.resolve()
    await worker.stop()
    expect(held).toEqual([false])
    expect(await rowOf(db)).toEqual({ status: 'running', worker: 'another', result: null })
    expect(emitted.map((newEvent) => newEvent.type)).not.toContain('task_completed')
  })

  it('a task that waits for a moment does not wait for the hours by which the clock is set back', async () => {
    const { tasks, db } = await openWorker()
    const now = Date.now()
    await tasks.add(dig, { params: { name: 'soon' }, runAfter: now + 10_000 })
    expect((await findWaitingTaskTypes(db, [dig.type], now)).size).toBe(0)
    expect(await readNextDueTime(db, now)).toBe(now + 10_000)
    const earlier = now - 7_200_000
    expect((await findWaitingTaskTypes(db, [dig.type], earlier)).size).toBe(1)
    expect(await readNextDueTime(db, earlier)).toBe(0)
    const claim = { type: dig.type, limit: 1, worker: 'w', now: earlier }
    expect(await claimTasks(db, claim)).toHaveLength(1)
  })

  it('no worker counts as dead because clocks differ', async () => {
    const { worker, tasks, db } = await openWorker()
    await tasks.add(dig, { params: { name: 'a' } })
    const claim = { type: dig.type, limit: 1, worker: worker.id, now: Date.now() }
    await claimTasks(db, claim)
    if (db.kind === 'postgres') {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
      onTestFinished(() => void vi.useRealTimers())
    }
    expect(await requeueLostTasks(db, 12_000)).toBe(0)
    await recordHeartbeat(db, worker.id)
    expect(await requeueLostTasks(db, -60_000)).toBe(1)
  })
})

const rowOf = (db: Db) => db.query.selectFrom('task').select(['status', 'worker', 'result']).executeTakeFirstOrThrow()
