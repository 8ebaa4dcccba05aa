import { expect, test } from 'vitest'
import { partInHalfScreens, partToResume } from './use-resume-within-page.ts'

test('one goes on within a page that was left in the middle, and not after its end', () => {
  expect(partToResume({ position: 3, progression: 0.4 })).toEqual({ page: 3, part: 0.4 })
  for (const progression of [0, 0.99, 1, undefined]) expect(partToResume({ position: 3, progression })).toBeUndefined()
  expect(partToResume(undefined)).toBeUndefined()
})

test('how far into a page one is changes with every half screen', () => {
  expect(partInHalfScreens(399, 8000, 800)).toBe(0)
  expect(partInHalfScreens(400, 8000, 800)).toBe(0.05)
  expect(partInHalfScreens(4100, 8000, 800)).toBe(0.5)
  expect(partInHalfScreens(-300, 8000, 800)).toBe(0)
})
