import { expect, test } from 'vitest'
import { partStarts } from './part-starts.ts'

const never = () => false
const none = { isHeading: never, isTied: never }
const headingAt = (at: number) => ({ ...none, isHeading: (block: number) => block === at })
const ofLength = (length: number) => ({ length, cost: length })
const even = Array.from({ length: 100 }, () => ofLength(10))

test('parts are about equally long', () => {
  expect(partStarts(even, none, 4)).toEqual({ firsts: [0, 25, 50, 75], shares: [0, 0.25, 0.5, 0.75] })
})

test('a part begins with a heading nearby, and a heading stays with its text', () => {
  expect(partStarts(even, headingAt(47), 2).firsts).toEqual([0, 47])
  expect(partStarts(even, headingAt(49), 2).firsts).toEqual([0, 49])
  expect(partStarts(even, headingAt(20), 2).firsts).toEqual([0, 50])
})

test('what is one block has one part', () => {
  expect(partStarts([ofLength(100_000)], none, 5)).toEqual({ firsts: [0], shares: [0] })
  expect(partStarts([10, 100_000, 10].map(ofLength), none, 5).firsts).toEqual([0])
  expect(partStarts([], none, 1)).toEqual({ firsts: [0], shares: [0] })
})

test('what is tied to the block before it begins no part', () => {
  expect(partStarts(even, { ...none, isTied: (block) => block >= 48 && block <= 60 }, 2).firsts).toEqual([0, 47])
  expect(partStarts(even, { ...headingAt(50), isTied: (block) => block === 50 }, 2).firsts).toEqual([0, 49])
  expect(partStarts(even, { ...none, isTied: () => true }, 2).firsts).toEqual([0])
})

test('parts cost about the same; the text before them is what counts for the position', () => {
  const blocks = even.map((block, at) => ({ ...block, cost: at < 80 ? 1 : 4 }))
  expect(partStarts(blocks, none, 2)).toEqual({ firsts: [0, 80], shares: [0, 0.8] })
})
