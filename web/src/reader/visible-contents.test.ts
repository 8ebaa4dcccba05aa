import { expect, test } from 'vitest'
import { ancestorsOf, openedAtFirst, visibleEntries } from './visible-contents.ts'

const book = (parts: number, chapters: number) =>
  Array.from({ length: parts }, () => [0, ...Array.from({ length: chapters }, () => 1)])
    .flat()
    .map((depth) => ({ depth }))

const seen = (items: { depth: number }[], open: Set<number>) => visibleEntries(items, open).map(({ index }) => index)

test('short contents are all open', () => {
  const items = book(3, 4)
  expect(seen(items, openedAtFirst(items, 2))).toHaveLength(items.length)
})

test('long contents show their parts, and the chapters of the current one', () => {
  const items = book(20, 9)
  expect(seen(items, openedAtFirst(items, 12))).toEqual([
    ...[0, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    ...Array.from({ length: 18 }, (_, part) => (part + 2) * 10),
  ])
  expect(seen(items, openedAtFirst(items, -1))).toHaveLength(20)
})

test('what stands above everything else is open', () => {
  const items = [{ depth: 0 }, ...book(20, 9).map(({ depth }) => ({ depth: depth + 1 }))]
  expect(seen(items, openedAtFirst(items, -1))).toHaveLength(21)
})

test('what is inside a closed entry stays hidden, however deep it goes', () => {
  const items = [0, 1, 2, 1, 0, 2].map((depth) => ({ depth }))
  expect(seen(items, new Set())).toEqual([0, 4])
  expect(seen(items, new Set([1]))).toEqual([0, 4])
  expect(seen(items, new Set([0, 4]))).toEqual([0, 1, 3, 4, 5])
  expect(ancestorsOf(items, 2)).toEqual([1, 0])
  expect(ancestorsOf(items, 5)).toEqual([4])
})
