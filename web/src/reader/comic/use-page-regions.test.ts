import { expect, test } from 'vitest'
import { nestedBox, pageHalves, scrolledPageParts } from './use-page-regions.ts'

test('the halves of a wide page come in reading order', () => {
  expect(pageHalves(false).map(({ x }) => x)).toEqual([0, 0.5])
  expect(pageHalves(true).map(({ x }) => x)).toEqual([0.5, 0])
})

test('a half of a cropped page is a half of what is left of it', () => {
  const cropped = { x: 0.1, y: 0.2, width: 0.8, height: 0.6 }
  expect(nestedBox(cropped, { x: 0.5, y: 0, width: 0.5, height: 1 })).toEqual({
    x: 0.5,
    y: 0.2,
    width: 0.4,
    height: 0.6,
  })
})

test('in a column the halves of wide pages follow each other, unless they are strips', () => {
  const pages = [
    { number: 1, width: 1000, height: 1500 },
    { number: 2, width: 2000, height: 1500 },
  ]
  const split = { split: true, mode: 'continuous', direction: 'rtl' } as const
  expect(scrolledPageParts(pages, split).map(({ number, part }) => [number, part.x])).toEqual([
    [1, 0],
    [2, 0.5],
    [2, 0],
  ])
  expect(scrolledPageParts(pages, { ...split, mode: 'webtoon' })).toHaveLength(2)
})
