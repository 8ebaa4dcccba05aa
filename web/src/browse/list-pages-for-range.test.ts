import { expect, test } from 'vitest'
import { listPagesForRange } from './list-pages-for-range.ts'

test('the first screen needs the first page alone', () => {
  expect(listPagesForRange(0, 40, 100_000, 100)).toEqual([1])
})

test('near the end of a page the next one is fetched ahead', () => {
  expect(listPagesForRange(50, 90, 100_000, 100)).toEqual([1, 2])
})

test('a jump to the middle skips everything before', () => {
  expect(listPagesForRange(50_000, 50_040, 100_000, 100)).toEqual([500, 501])
})

test('at the end of the list nothing beyond it is fetched', () => {
  expect(listPagesForRange(210, 249, 250, 100)).toEqual([2, 3])
  expect(listPagesForRange(0, 0, 0, 100)).toEqual([1])
})
