import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RateQueue } from './rate-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const MINUTE = 60_000
const ofPerson = { waitMs: 30_000, isMetered: true }
const ofTask = { waitMs: 30 * MINUTE, isMetered: true, isPatient: true }
const slow = { perMinute: 10, atOnce: 4 }

/** The outcome of each call, in the order in which they end. */
function follow(queue: RateQueue) {
  const ended: string[] = []
  const add = (name: string, turn: Parameters<RateQueue['run']>[1]) =>
    void queue.run(async () => ended.push(name), turn).catch(({ code }) => ended.push(`${name} ${code}`))
  return { ended, add }
}

it('lets background calls wait for minutes, and calls of a user for half a minute', async () => {
  const queue = new RateQueue(slow)
  const { ended, add } = follow(queue)
  for (let n = 0; n < 28; n++) add('task', ofTask)
  for (let n = 0; n < 7; n++) add('person', ofPerson)
  await vi.advanceTimersByTimeAsync(30_001)
  expect(ended).toEqual(['task', ...Array(4).fill('person'), ...Array(3).fill('person BUSY')])
  await vi.advanceTimersByTimeAsync(3 * MINUTE)
  expect(ended.filter((one) => one === 'task')).toHaveLength(28)
  expect(ended).not.toContain('task BUSY')
})

it('drops calls that are cancelled while they wait', async () => {
  const queue = new RateQueue(slow)
  const { ended, add } = follow(queue)
  const cancel = new AbortController()
  for (const name of ['a', 'b', 'c']) add(name, { ...ofTask, signal: cancel.signal })
  await vi.advanceTimersByTimeAsync(1000)
  cancel.abort()
  add('d', { ...ofTask, signal: cancel.signal })
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(ended.sort()).toEqual(['a', 'b BUSY', 'c BUSY', 'd BUSY'])
  expect(queue.waiting).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

it('applies new limits to waiting calls, and can reject them all', async () => {
  const queue = new RateQueue({ ...slow, perMinute: 1 })
  const { ended, add } = follow(queue)
  for (const name of ['a', 'b', 'c']) add(name, ofTask)
  await vi.advanceTimersByTimeAsync(1000)
  expect(ended).toEqual(['a'])
  queue.changeLimits({ ...slow, perMinute: undefined })
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toEqual(['a', 'b', 'c'])
  queue.changeLimits({ ...slow, perMinute: 1 })
  for (const name of ['d', 'e']) add(name, ofTask)
  queue.refuseAll(Object.assign(new Error('closed'), { code: 'CLOSED' }))
  await vi.advanceTimersByTimeAsync(1)
  expect(ended.slice(3).sort()).toEqual(['d', 'e CLOSED'])
  expect(vi.getTimerCount()).toBe(0)
})
