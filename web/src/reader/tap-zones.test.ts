import { expect, test } from 'vitest'
import { swipeDirectionOf, tapZoneOf } from './tap-zones.ts'

test('the sides turn and the middle does not', () => {
  expect(tapZoneOf(10, 400)).toBe('left')
  expect(tapZoneOf(200, 400)).toBe('middle')
  expect(tapZoneOf(390, 400)).toBe('right')
})

test('a short or slanted movement is no swipe', () => {
  expect(swipeDirectionOf(-80, 10)).toBe('left')
  expect(swipeDirectionOf(80, -20)).toBe('right')
  expect(swipeDirectionOf(30, 0)).toBeUndefined()
  expect(swipeDirectionOf(60, 60)).toBeUndefined()
})
