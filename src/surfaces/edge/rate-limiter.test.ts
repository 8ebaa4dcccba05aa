import { expect, test } from 'vitest'
import type { RateLimitVerdict } from './rate-limit-buckets.ts'
import { openRateLimiter } from './rate-limiter.ts'

const rates = { anonymous: { rps: 10, burst: 50 }, authenticated: { rps: 50, burst: 200 } }

function limiterWithClock(maxClients?: number) {
  let time = 1000
  const limiter = openRateLimiter({ rates, now: () => time, maxClients })
  return {
    take: (key: string, kind: 'anonymous' | 'authenticated' = 'anonymous') =>
      limiter.take(key, kind) as RateLimitVerdict,
    peek: (key: string) => limiter.peek(key, 'anonymous') as RateLimitVerdict,
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('50 requests at once pass, the 51st does not', () => {
  const { take } = limiterWithClock()
  const first = take('a')
  expect(first).toEqual({ allowed: true, limit: 50, remaining: 49, resetSeconds: 0 })
  for (let i = 2; i <= 49; i += 1) expect(take('a').allowed).toBe(true)
  expect(take('a')).toEqual({ allowed: true, limit: 50, remaining: 0, resetSeconds: 1 })
  expect(take('a')).toEqual({ allowed: false, limit: 50, remaining: 0, resetSeconds: 1 })
})

test('tokens come back at the rate, never above the burst', () => {
  const { take, pass } = limiterWithClock()
  for (let i = 0; i < 50; i += 1) take('a')
  pass(99)
  expect(take('a').allowed).toBe(false)
  pass(1)
  expect(take('a').allowed).toBe(true)
  expect(take('a').allowed).toBe(false)
  pass(1000)
  expect(take('a')).toMatchObject({ allowed: true, remaining: 9 })
  pass(3_600_000)
  expect(take('a').remaining).toBe(49)
})

test('a refused request takes no token', () => {
  const { take, pass } = limiterWithClock()
  for (let i = 0; i < 50; i += 1) take('a')
  for (let i = 0; i < 1000; i += 1) expect(take('a').allowed).toBe(false)
  pass(100)
  expect(take('a').allowed).toBe(true)
})

test('users have a larger bucket, and each has their own', () => {
  const { take } = limiterWithClock()
  for (let i = 0; i < 200; i += 1) expect(take('u', 'authenticated').allowed).toBe(true)
  expect(take('u', 'authenticated').allowed).toBe(false)
  expect(take('v', 'authenticated')).toMatchObject({ allowed: true, limit: 200, remaining: 199 })
  expect(take('u', 'anonymous').allowed).toBe(true)
})

test('the wait is given in whole seconds, at least one', () => {
  let time = 0
  const slow = openRateLimiter({ rates: { ...rates, anonymous: { rps: 0.25, burst: 1 } }, now: () => time })
  expect(slow.take('a', 'anonymous')).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 4 })
  time += 1500
  expect(slow.take('a', 'anonymous')).toMatchObject({ allowed: false, resetSeconds: 3 })
})

test('peeking takes no token', () => {
  const { take, peek } = limiterWithClock()
  take('a')
  for (let i = 0; i < 100; i += 1) expect(peek('a')).toMatchObject({ allowed: true, remaining: 49 })
})

test('a flood of addresses is forgotten once their buckets are full again', () => {
  const { take, pass } = limiterWithClock(1000)
  for (let i = 0; i < 1000; i += 1) take(`crowd ${i}`)
  for (let i = 0; i < 50; i += 1) take('a')
  expect(take('a').allowed).toBe(false)
  pass(4999)
  for (let i = 0; i < 5000; i += 1) take(`more ${i}`)
  pass(5001)
  expect(take('a').remaining).toBe(49)
})

test('the cost of an expensive request delays the next ones', () => {
  const limiter = openRateLimiter({ rates, now: () => 1000 })
  limiter.take('a', 'anonymous')
  limiter.spend('a', 'anonymous', 59)
  expect(limiter.take('a', 'anonymous')).toEqual({ allowed: false, limit: 50, remaining: 0, resetSeconds: 2 })
  expect(limiter.take('b', 'anonymous')).toMatchObject({ allowed: true })
})
