import { expect, test } from 'vitest'
import { makeSections } from './book-sections.ts'

const book = { order: [{ size: 3000 }, { size: 80_000 }, {}], asides: [{ size: 80_000 }, { size: 10 }] }

test('long files have several sections, and one turns through all of them in order', () => {
  const sections = makeSections(book)
  expect(sections.count).toBe(1 + 5 + 1 + 5 + 1)
  expect([0, 1, 5, 6].map(sections.fileOf)).toEqual([0, 1, 1, 2])
  expect(sections.neighbor(0, 1)).toBe(1)
  expect(sections.neighbor(6, -1)).toBe(5)
  expect(sections.neighbor(6, 1)).toBeUndefined()
  expect(sections.neighbor(0, -1)).toBeUndefined()
})

test('a file outside the reading order is turned through to its own ends', () => {
  const sections = makeSections(book)
  expect(sections.neighbor(7, 1)).toBe(8)
  expect(sections.neighbor(10, 1)).toBe(11)
  expect(sections.neighbor(11, 1)).toBeUndefined()
  expect(sections.neighbor(7, -1)).toBeUndefined()
})

test('a file with fewer parts than expected is opened at either end, and what is left over is skipped', () => {
  const forward = makeSections(book)
  expect(forward.open(1, [0, 0.5])).toBe(0)
  expect(forward.neighbor(1, 1)).toBe(2)
  expect(forward.open(2, [0, 0.5])).toBe(1)
  expect(forward.neighbor(2, 1)).toBe(6)
  expect(forward.neighbor(6, -1)).toBe(2)
  const backward = makeSections(book)
  expect(backward.open(5, [0, 0.5])).toBe(1)
  expect(backward.neighbor(5, -1)).toBe(4)
  expect(backward.open(4, [0, 0.5])).toBe(0)
  expect(backward.neighbor(4, -1)).toBe(0)
  const whole = makeSections(book)
  expect(whole.open(3, [0])).toBe(0)
  expect([whole.neighbor(3, -1), whole.neighbor(3, 1), whole.neighbor(0, 1)]).toEqual([0, 6, 3])
})

test('a share of a file is in the section where its part starts, once that is known', () => {
  const sections = makeSections(book)
  expect([0, 0.19, 0.2, 0.99, 1].map((share) => sections.ofProgression(1, share))).toEqual([1, 1, 2, 5, 5])
  sections.open(3, [0, 0.3, 0.6])
  expect([0, 0.29, 0.3, 1].map((share) => sections.ofProgression(1, share))).toEqual([2, 2, 3, 4])
  expect(sections.ofPart(1, 2)).toBe(4)
})

test('a file that is laid out in a moment is one section', () => {
  expect(makeSections({ order: [{ size: 79_000 }], asides: [] }).count).toBe(1)
})
