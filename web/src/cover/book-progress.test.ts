import { expect, test } from 'vitest'
import { estimateMinutesLeft, isRecentlyAdded } from './book-progress.ts'

test('comics are read faster than prose', () => {
  const book = { pageCount: 60, readProgress: null }
  expect(estimateMinutesLeft({ ...book, fileFormat: 'cbz' })).toBe(10)
  expect(estimateMinutesLeft({ ...book, fileFormat: 'epub' })).toBe(90)
})

test('what came within two weeks is new', () => {
  const now = Date.parse('2026-03-20T12:00:00.000Z')
  expect(isRecentlyAdded('2026-03-07T12:00:00.000Z', now)).toBe(true)
  expect(isRecentlyAdded('2026-03-06T11:00:00.000Z', now)).toBe(false)
})
