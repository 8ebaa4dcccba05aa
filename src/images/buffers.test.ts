import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openBuffers } from './buffers.ts'

it('lends the same memory again once it came back', () => {
  const buffers = openBuffers()
  const first = buffers.lend(100_000)
  const meanwhile = buffers.lend(100_000)
  expect(first.bytes.length).toBe(100_000)
  expect(meanwhile.bytes.buffer).not.toBe(first.bytes.buffer)
  first.giveBack()
  expect(buffers.lend(90_000).bytes.buffer).toBe(first.bytes.buffer)
})

it('lends nothing to two, even if it was given back twice', () => {
  const buffers = openBuffers()
  const first = buffers.lend(100_000)
  first.giveBack()
  first.giveBack()
  expect(buffers.lend(100_000).bytes.buffer).not.toBe(buffers.lend(100_000).bytes.buffer)
})

it('keeps no more than it may, and none at rest', async () => {
  const buffers = openBuffers({ most: 150_000, idleMs: 20 })
  const [one, two] = [buffers.lend(100_000), buffers.lend(100_000)]
  one.giveBack()
  two.giveBack()
  const again = [buffers.lend(100_000), buffers.lend(100_000)].map(({ bytes }) => bytes.buffer)
  expect(again[0] === one.bytes.buffer).toBe(true)
  expect(again[1] === two.bytes.buffer).toBe(false)
  const third = buffers.lend(100_000)
  third.giveBack()
  await sleep(60)
  expect(buffers.lend(100_000).bytes.buffer).not.toBe(third.bytes.buffer)
})

it('lends any size, also none and very much', () => {
  const buffers = openBuffers()
  for (const size of [0, 1, 16_384, 16_385, 9 * 1024 * 1024]) {
    const lent = buffers.lend(size)
    expect(lent.bytes.length).toBe(size)
    lent.giveBack()
  }
})
