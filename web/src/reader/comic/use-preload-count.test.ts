import { expect, test } from 'vitest'
import { preloadCount } from './use-preload-count.ts'

test('who leafs quickly has more pages ahead, who saves data one', () => {
  expect(preloadCount(1000, undefined)).toBe(5)
  expect(preloadCount(10_000, { effectiveType: '4g' })).toBe(3)
  expect(preloadCount(60_000, undefined)).toBe(2)
  expect(preloadCount(1000, { saveData: true })).toBe(1)
  expect(preloadCount(1000, { effectiveType: 'slow-2g' })).toBe(1)
})
