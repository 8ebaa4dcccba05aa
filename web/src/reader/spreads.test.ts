import { expect, test } from 'vitest'
import { lastPageOfSpread, type PageShape, spreadIndexOf, spreadLeftToRight, spreadsOf } from './spreads.ts'

const upright = (number: number): PageShape => ({ number, width: 800, height: 1200 })
const wide = (number: number): PageShape => ({ number, width: 1600, height: 1200 })
const double = { double: true, coverAlone: true }

test('single mode shows one page at a time', () => {
  expect(spreadsOf([upright(1), upright(2)], { double: false, coverAlone: true })).toEqual([[1], [2]])
})

test('the cover stands alone and the rest pairs up', () => {
  expect(spreadsOf([1, 2, 3, 4, 5].map(upright), double)).toEqual([[1], [2, 3], [4, 5]])
})

test('without a cover of its own the first two pair up', () => {
  expect(spreadsOf([1, 2, 3].map(upright), { double: true, coverAlone: false })).toEqual([[1, 2], [3]])
})

test('a wide page stands alone, and so does an upright one before it', () => {
  const pages = [upright(1), upright(2), wide(3), upright(4), upright(5)]
  expect(spreadsOf(pages, double)).toEqual([[1], [2], [3], [4, 5]])
})

test('pages of unknown size count as upright', () => {
  const unknown = (number: number): PageShape => ({ number, width: null, height: null })
  expect(spreadsOf([1, 2, 3].map(unknown), double)).toEqual([[1], [2, 3]])
})

test('every page is in exactly one spread, in order, whatever the shapes', () => {
  const pages = Array.from({ length: 97 }, (_, index) => (index % 7 === 3 ? wide(index + 1) : upright(index + 1)))
  expect(spreadsOf(pages, double).flat()).toEqual(pages.map((page) => page.number))
})

test('a page is found in its spread, and beyond the ends the nearest is', () => {
  const spreads = spreadsOf([1, 2, 3, 4, 5].map(upright), double)
  expect(spreadIndexOf(spreads, 3)).toBe(1)
  expect(spreadIndexOf(spreads, 99)).toBe(2)
  expect(spreadIndexOf(spreads, 0)).toBe(0)
  expect(spreadIndexOf([], 1)).toBe(0)
})

test('right to left turns the screen around, not the reading order', () => {
  expect(spreadLeftToRight([2, 3], true)).toEqual([3, 2])
  expect(spreadLeftToRight([2, 3], false)).toEqual([2, 3])
  expect(lastPageOfSpread([2, 3])).toBe(3)
})
