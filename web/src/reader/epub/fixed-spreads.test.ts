import { expect, test } from 'vitest'
import { type FixedPage, fixedSpreads } from './fixed-spreads.ts'

const pages = (...sides: FixedPage['side'][]): FixedPage[] =>
  sides.map((side, index) => ({ number: index + 1, width: 600, height: 800, side }))

test('left and right face each other', () => {
  expect(fixedSpreads(pages('right', 'left', 'right', 'left'), true, false)).toEqual([[1], [2, 3], [4]])
})

test('in a book that opens to the right, right comes first', () => {
  expect(fixedSpreads(pages('left', 'right', 'left'), true, true)).toEqual([[1], [2, 3]])
})

test('a page in the centre stands alone', () => {
  expect(fixedSpreads(pages('center', 'left', 'right', 'center'), true, false)).toEqual([[1], [2, 3], [4]])
})

test('a book that says nothing is paired like a comic', () => {
  expect(fixedSpreads(pages(undefined, undefined, undefined), true, false)).toEqual([[1], [2, 3]])
  expect(fixedSpreads(pages(undefined, undefined), false, false)).toEqual([[1], [2]])
})
