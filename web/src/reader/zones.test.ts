import { expect, test } from 'vitest'
import { swipeOf, zoneOf } from './zones.ts'

test('the sides turn and the middle does not', () => {
  expect(zoneOf(10, 400)).toBe('left')
  expect(zoneOf(200, 400)).toBe('middle')
  expect(zoneOf(390, 400)).toBe('right')
})

test('a short or slanted movement is no swipe', () => {
  expect(swipeOf(-80, 10)).toBe('left')
  expect(swipeOf(80, -20)).toBe('right')
  expect(swipeOf(30, 0)).toBeUndefined()
  expect(swipeOf(60, 60)).toBeUndefined()
})
