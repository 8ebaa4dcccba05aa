import { expect, test } from 'vitest'
import { halvesOf, within } from './use-page-parts.ts'

test('the halves of a wide page come in reading order', () => {
  expect(halvesOf(false).map(({ x }) => x)).toEqual([0, 0.5])
  expect(halvesOf(true).map(({ x }) => x)).toEqual([0.5, 0])
})

test('a half of a cropped page is a half of what is left of it', () => {
  const cropped = { x: 0.1, y: 0.2, width: 0.8, height: 0.6 }
  expect(within(cropped, { x: 0.5, y: 0, width: 0.5, height: 1 })).toEqual({ x: 0.5, y: 0.2, width: 0.4, height: 0.6 })
})
