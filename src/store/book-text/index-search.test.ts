import { expect, it } from 'vitest'
import { defaultSearchLimits, nextBatch, timeLeft } from './index-search.ts'

it('continues longest while there is nothing to show, and shortest with enough', () => {
  const left = [0, 1, 39, 40].map((found) => timeLeft(defaultSearchLimits, 0, found))
  expect(left).toEqual([400, 150, 150, 100])
  expect(timeLeft(defaultSearchLimits, 160, 9)).toBeLessThan(0)
})

it('checks no more passages at once than time allows, nor than are needed for enough hits', () => {
  expect(nextBatch({ checked: 100, found: 0, spentMs: 10, leftMs: 390 })).toBe(400)
  expect(nextBatch({ checked: 100, found: 0, spentMs: 10, leftMs: 60 })).toBe(300)
  // A twentieth of them match: the other 35 hits are among the next 700, and then the time is up.
  expect(nextBatch({ checked: 100, found: 5, spentMs: 5, leftMs: 395 })).toBe(700)
  expect(nextBatch({ checked: 100, found: 50, spentMs: 10, leftMs: 60 })).toBe(300)
  expect(nextBatch({ checked: 100, found: 5, spentMs: 1, leftMs: 0.001 })).toBe(1)
})
