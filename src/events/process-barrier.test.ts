import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openInMemoryBuses } from './message-bus.fixture.ts'
import { openProcessBarrier } from './process-barrier.ts'

let { open } = openInMemoryBuses()
beforeEach(() => {
  open = openInMemoryBuses().open
})

function join(answer: () => Promise<unknown>, timeoutMs = 60_000) {
  const errors: unknown[] = []
  const member = openProcessBarrier(open(), 'here', {
    answer,
    onError: (error) => errors.push(error),
    timeoutMs,
  })
  onTestFinished(() => void member.close())
  return { ...member, errors }
}

test('a call ends when every connected process has done it', async () => {
  const done: string[] = []
  let finish = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const caller = join(async () => {})
  join(async () => void done.push('quick'))
  join(() => slow.then(() => done.push('slow')))
  done.length = 0
  const called = caller.call().then(() => done.push('called'))
  await new Promise(setImmediate)
  expect(done).toEqual(['quick'])
  finish()
  await called
  // Once when the other process joined, and once for the call.
  expect(done.slice(-3)).toEqual(['slow', 'slow', 'called'])
})

test('calls do not wait for a process that left, and not forever for one that is silent or fails', async () => {
  const caller = join(async () => {}, 50)
  await caller.call()
  const left = join(() => new Promise(() => {}))
  const called = caller.call()
  left.close()
  await called
  const broken = join(async () => Promise.reject(new Error('no database')))
  await caller.call()
  await expect.poll(() => broken.errors.length).toBeGreaterThan(1)
})

test('a process that has left is never called again', async () => {
  let asked = 0
  let finish = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const member = join(async () => {
    asked += 1
    await slow
  })
  const caller = join(async () => {}, 50)
  await new Promise(setImmediate)
  const before = asked
  expect(before).toBeGreaterThan(0)
  let isClosed = false
  const closing = member.close().then(() => {
    isClosed = true
  })
  await caller.call()
  await new Promise(setImmediate)
  expect(asked).toBe(before)
  expect(isClosed).toBe(false)
  finish()
  await closing
})
