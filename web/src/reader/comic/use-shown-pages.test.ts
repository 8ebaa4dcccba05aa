import { expect, test } from 'vitest'
import type { Spread } from '../spreads.ts'
import { maxDecodedPages } from './page-loader.ts'
import { pagesAround } from './use-shown-pages.ts'

const singles = Array.from({ length: 20 }, (_, index): Spread => [index + 1])
const pairs = Array.from({ length: 20 }, (_, index): Spread => [index * 2 + 1, index * 2 + 2])

test('the next spreads are preloaded in order, then the one before', () => {
  expect(pagesAround(singles, 5, 3)).toEqual([7, 8, 9, 5])
  expect(pagesAround(pairs, 0, 2)).toEqual([3, 4, 5, 6])
  expect(pagesAround(singles, 19, 5)).toEqual([19])
})

test('no more pages are preloaded than stay decoded beside those on screen', () => {
  const around = pagesAround(pairs, 5, 5)
  expect(around).toEqual([13, 14, 15, 16, 17, 18, 9, 10])
  expect(around.length + 2).toBe(maxDecodedPages)
})
