import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openBufferPool } from './buffer-pool.ts'

it('reuses memory after it is released', () => {
  const buffers = openBufferPool()
  const first = buffers.acquire(100_000)
  const meanwhile = buffers.acquire(100_000)
  expect(first.bytes.length).toBe(100_000)
  expect(meanwhile.bytes.buffer).not.toBe(first.bytes.buffer)
  first.release()
  expect(buffers.acquire(90_000).bytes.buffer).toBe(first.bytes.buffer)
})

it('never gives the same buffer to two callers, even after a double release', () => {
  const buffers = openBufferPool()
  const first = buffers.acquire(100_000)
  first.release()
  first.release()
  expect(buffers.acquire(100_000).bytes.buffer).not.toBe(buffers.acquire(100_000).bytes.buffer)
})

it('holds no more memory than its limit, and none when idle', async () => {
  const buffers = openBufferPool({ max: 150_000, idleMs: 20 })
  const [one, two] = [buffers.acquire(100_000), buffers.acquire(100_000)]
  one.release()
  two.release()
  const again = [buffers.acquire(100_000), buffers.acquire(100_000)].map(({ bytes }) => bytes.buffer)
  expect(again[0] === one.bytes.buffer).toBe(true)
  expect(again[1] === two.bytes.buffer).toBe(false)
  const third = buffers.acquire(100_000)
  third.release()
  await sleep(60)
  expect(buffers.acquire(100_000).bytes.buffer).not.toBe(third.bytes.buffer)
})

it('gives buffers of any size, including zero and very large', () => {
  const buffers = openBufferPool()
  for (const size of [0, 1, 16_384, 16_385, 9 * 1024 * 1024]) {
    const pooled = buffers.acquire(size)
    expect(pooled.bytes.length).toBe(size)
    pooled.release()
  }
})
