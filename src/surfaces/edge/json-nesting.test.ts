import { expect, it } from 'vitest'
import { processorTimeOf } from '../../../test/processor-time.ts'
import { isJsonNestedDeeper } from './json-nesting.ts'

const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))

it('measures the depth of JSON without parsing it', () => {
  expect(isJsonNestedDeeper(nested(64), 64)).toBe(false)
  expect(isJsonNestedDeeper(nested(65), 64)).toBe(true)
  expect(isJsonNestedDeeper(Buffer.from(`{"a":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}`), 64)).toBe(true)
  expect(isJsonNestedDeeper(Buffer.from(`[${'[],'.repeat(1000)}0]`), 64)).toBe(false)
  // Brackets inside a string, also after an escaped quote, are only characters.
  expect(isJsonNestedDeeper(Buffer.from(JSON.stringify({ a: `"\\${'['.repeat(200)}` })), 64)).toBe(false)
})

it('takes a few milliseconds for the largest body there may be', () => {
  const body = Buffer.from(`"${'x'.repeat(2 << 20)}"`)
  isJsonNestedDeeper(body, 64)
  expect(processorTimeOf(() => isJsonNestedDeeper(body, 64))).toBeLessThan(200)
})
