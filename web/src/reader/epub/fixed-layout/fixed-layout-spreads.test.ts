import { expect, test } from 'vitest'
import { type FixedLayoutPage, fixedLayoutSpreads } from './fixed-layout-spreads.ts'

const pages = (...sides: FixedLayoutPage['side'][]): FixedLayoutPage[] =>
  sides.map((side, index) => ({ number: index + 1, width: 600, height: 800, side }))

test('left and right face each other', () => {
  expect(fixedLayoutSpreads(pages('right', 'left', 'right', 'left'), true, false)).toEqual([[1], [2, 3], [4]])
})

test('in a book that opens to the right, right comes first', () => {
  expect(fixedLayoutSpreads(pages('left', 'right', 'left'), true, true)).toEqual([[1], [2, 3]])
})

test('a page in the centre stands alone', () => {
  expect(fixedLayoutSpreads(pages('center', 'left', 'right', 'center'), true, false)).toEqual([[1], [2, 3], [4]])
})

test('a book that says nothing is paired like a comic', () => {
  expect(fixedLayoutSpreads(pages(undefined, undefined, undefined), true, false)).toEqual([[1], [2, 3]])
  expect(fixedLayoutSpreads(pages(undefined, undefined), false, false)).toEqual([[1], [2]])
})
