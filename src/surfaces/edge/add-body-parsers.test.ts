import { expect, it } from 'vitest'
import { processorTimeOf } from '../../../test/processor-time.ts'
import { isNestedDeeper } from './add-body-parsers.ts'

const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))

it('tells how deep JSON goes without parsing it', () => {
  expect(isNestedDeeper(nested(64), 64)).toBe(false)
  expect(isNestedDeeper(nested(65), 64)).toBe(true)
  expect(isNestedDeeper(Buffer.from(`{"a":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}`), 64)).toBe(true)
  expect(isNestedDeeper(Buffer.from(`[${'[],'.repeat(1000)}0]`), 64)).toBe(false)
  // Brackets inside a text, also after a quote that does not end it, are only letters.
  expect(isNestedDeeper(Buffer.from(JSON.stringify({ a: `"\\${'['.repeat(200)}` })), 64)).toBe(false)
})

it('takes a few milliseconds for the largest body there may be', () => {
  const body = Buffer.from(`"${'x'.repeat(2 << 20)}"`)
  isNestedDeeper(body, 64)
  expect(processorTimeOf(() => isNestedDeeper(body, 64))).toBeLessThan(200)
})
