import { expect, it } from 'vitest'
import { mapSeriesStatus } from './map-values.ts'

it.each([
  ['ONGOING', 'ongoing'],
  ['Completed', 'ended'],
  ['cancelled', 'abandoned'],
  ['unknown', null],
  ['', null],
  [null, null],
  // The import rejects and reports it; null would silently clear the field.
  ['PAUSED', 'PAUSED'],
])('the status %s is %s', (word, status) => {
  expect(mapSeriesStatus(word)).toBe(status)
})
