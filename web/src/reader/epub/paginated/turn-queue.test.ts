import { expect, test } from 'vitest'
import { queueTurns } from './turn-queue.ts'

test('presses while a page turns are done after it, and no more than a few', async () => {
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const turns = queueTurns(async (by, isQueued) => {
    if (!isQueued) await first.promise
    done.push(`${by}${isQueued ? ' queued' : ''}`)
    return true
  })
  const turned = turns.turn(1)
  for (let presses = 0; presses < 9; presses++) void turns.turn(1)
  void turns.turn(-1)
  first.resolve()
  await turned
  expect(done).toEqual(['1', '1 queued', '1 queued'])
  expect(turns.underWay()).toBeUndefined()
})

test('at the end of the book, and after a jump, nothing waits any more', async () => {
  const done: number[] = []
  const turns = queueTurns(async (by) => {
    done.push(by)
    return false
  })
  const turned = turns.turn(1)
  void turns.turn(1)
  await turned
  expect(done).toEqual([1])
  const again = turns.turn(-1)
  void turns.turn(-1)
  turns.forgetWaiting()
  await again
  expect(done).toEqual([1, -1])
})
