import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openInMemoryBuses } from '../../events/message-bus.fixture.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { openSharedRateLimiter } from './shared-rate-limiter.ts'

const rates = { anonymous: { rps: 10, burst: 50 }, authenticated: { rps: 50, burst: 200 } }
const open: { close(): void }[] = []
afterEach(() => {
  for (const limiter of open.splice(0)) limiter.close()
})

/** Servers on a bus that delivers messages only at the end of the turn. */
function servers(count: number, timeoutMs = 60_000) {
  let time = 0
  const bus = openInMemoryBuses({ held: true })
  const limiters: RateLimiter[] = Array.from({ length: count }, () => {
    const limiter = openSharedRateLimiter({
      rates,
      bus: bus.open(),
      now: () => time,
      helloMs: 1e6,
      timeoutMs,
    })
    open.push(limiter)
    return limiter
  })
  // They introduce themselves, and answer those they didn't know.
  for (let round = 0; round < 3; round += 1) bus.deliver()
  return { limiters, bus, pass: (ms: number) => (time += ms) }
}

/** How many of `many` concurrent requests are let through, spread over the servers in turn. */
async function burst({ limiters, bus }: ReturnType<typeof servers>, many: number): Promise<number> {
  const asked = Array.from({ length: many }, (_, i) => limiters[i % limiters.length]!.take('u', 'authenticated'))
  let isOver = false
  const verdicts = Promise.all(asked).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await turn()
    bus.deliver()
  }
  return (await verdicts).filter((verdict) => verdict.allowed).length
}

for (const count of [1, 2, 4]) {
  test(`a burst at ${count} servers is within a fifth of what one would let through`, async () => {
    const allowed = await burst(servers(count), 1000)
    expect(allowed).toBeGreaterThanOrEqual(200)
    expect(allowed).toBeLessThanOrEqual(240)
  })
}

test('in the long run several servers give what one gives', async () => {
  const both = servers(2)
  let allowed = await burst(both, 600)
  for (let second = 0; second < 20; second += 1) {
    both.pass(1000)
    allowed += await burst(both, 300)
  }
  const one = 200 + 20 * 50
  expect(allowed).toBeGreaterThan(one * 0.98)
  expect(allowed).toBeLessThan(one * 1.05)
})

test('other servers are notified every few requests, not of each', async () => {
  const both = servers(2)
  const before = both.bus.said()
  await burst(both, 200)
  expect(both.bus.said() - before).toBeLessThanOrEqual(20)
})

test('a single server, or one with few requests, sends nothing and never waits', () => {
  const alone = servers(1)
  const before = alone.bus.said()
  for (let i = 0; i < 500; i += 1) expect(alone.limiters[0]!.take('u', 'authenticated')).not.toBeInstanceOf(Promise)
  const pair = servers(2)
  const introduced = pair.bus.said()
  for (let i = 0; i < 500; i += 1) void pair.limiters[i % 2]!.take(`address ${i}`, 'anonymous')
  expect(alone.bus.said()).toBe(before)
  expect(pair.bus.said()).toBe(introduced)
})

test('a broken bus delays requests only briefly', async () => {
  const { limiters } = servers(2, 20)
  const verdicts = await Promise.all(Array.from({ length: 60 }, () => limiters[0]!.take('u', 'authenticated')))
  expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(60)
})
