import { expect, it } from 'vitest'
import { isDeeper } from './bodies.ts'

const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))

it('tells how deep JSON goes without parsing it', () => {
  expect(isDeeper(nested(64), 64)).toBe(false)
  expect(isDeeper(nested(65), 64)).toBe(true)
  expect(isDeeper(Buffer.from(`{"a":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}`), 64)).toBe(true)
  expect(isDeeper(Buffer.from(`[${'[],'.repeat(1000)}0]`), 64)).toBe(false)
  // Brackets inside a text, also after a quote that does not end it, are only letters.
  expect(isDeeper(Buffer.from(JSON.stringify({ a: `"\\${'['.repeat(200)}` })), 64)).toBe(false)
})

it('takes a few milliseconds for the largest body there may be', () => {
  const body = Buffer.from(`"${'x'.repeat(2 << 20)}"`)
  isDeeper(body, 64)
  // Of the processor's time, which others on a busy machine do not add to.
  const begun = process.threadCpuUsage()
  isDeeper(body, 64)
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(200)
})
