import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a burst passes at once and the rest at the given pace', () => {
  const gate = createRateLimiter({ burst: 3, perSecond: 10 })
  let passed = 0
  for (let i = 0; i < 8; i++) gate.enter(() => passed++)
  expect(passed).toBe(3)
  vi.advanceTimersByTime(200)
  expect(passed).toBe(5)
  vi.advanceTimersByTime(1000)
  expect(passed).toBe(8)
})

test('the latest request passes first', () => {
  const gate = createRateLimiter({ burst: 1, perSecond: 10 })
  const order: string[] = []
  for (const name of ['a', 'b', 'c']) gate.enter(() => order.push(name))
  vi.advanceTimersByTime(1000)
  expect(order).toEqual(['a', 'c', 'b'])
})

test('a cancelled request never passes and uses no token', () => {
  const gate = createRateLimiter({ burst: 1, perSecond: 10 })
  const passed: string[] = []
  gate.enter(() => passed.push('a'))
  const withdraw = gate.enter(() => passed.push('b'))
  gate.enter(() => passed.push('c'))
  withdraw()
  vi.advanceTimersByTime(100)
  expect(passed).toEqual(['a', 'c'])
})

test('over a minute of hard scrolling it stays under the limit of the server', () => {
  const gate = createRateLimiter({ burst: 120, perSecond: 35 })
  let passed = 0
  for (let tick = 0; tick < 600; tick++) {
    for (let i = 0; i < 20; i++) gate.enter(() => passed++)
    vi.advanceTimersByTime(100)
  }
  expect(passed).toBeGreaterThan(2000)
  expect(passed).toBeLessThanOrEqual(120 + 35 * 60 + 1)
})

test("when the server's bucket is empty every request waits, then the rate is lower for a while", () => {
  const gate = createRateLimiter({ burst: 10, perSecond: 10 })
  let passed = 0
  const ask = () => gate.enter(() => passed++)
  for (let i = 0; i < 10; i++) ask()
  for (let i = 0; i < 3; i++) gate.rest(2)
  for (let i = 0; i < 40; i++) ask()
  vi.advanceTimersByTime(2000)
  expect(passed).toBe(10)
  vi.advanceTimersByTime(2000)
  expect(passed).toBeGreaterThan(18)
  expect(passed).toBeLessThan(22)
  vi.advanceTimersByTime(60_000)
  expect(passed).toBe(50)
})
