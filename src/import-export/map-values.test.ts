import { expect, it } from 'vitest'
import { mapSeriesStatus } from './map-values.ts'

it.each([
  ['ONGOING', 'ongoing'],
  ['Completed', 'ended'],
  ['cancelled', 'abandoned'],
  ['unknown', null],
  ['', null],
  [null, null],
  // Refused and listed by the import; as null it would empty the field in silence.
  ['PAUSED', 'PAUSED'],
])('the status %s is %s', (word, status) => {
  expect(mapSeriesStatus(word)).toBe(status)
})
