import { expect, test } from 'vitest'
import { otherPagesEnglish } from '../messages/other-pages-english.ts'
import { addEnglish } from '../messages/t.ts'
import { metadataFieldName, metadataValueText } from './metadata-field-text.ts'

addEnglish(otherPagesEnglish)

test('fields are named as people write them', () => {
  expect(metadataFieldName('totalVolumeCount')).toBe('Total volumes')
  expect(metadataFieldName('somethingNew')).toBe('Something new')
  expect(metadataFieldName('coverUrl')).toBe('Cover')
  expect(metadataFieldName('year')).toBe('Year')
})

test('values of every shape fit a line', () => {
  expect(metadataValueText(null)).toBe('–')
  expect(metadataValueText([])).toBe('–')
  expect(metadataValueText(['a', 'b'])).toBe('a, b')
  expect(metadataValueText([{ name: 'BKV', role: 'writer' }])).toBe('BKV')
  expect(metadataValueText({ source: 'x', score: 91 })).toBe('x 91')
  expect(metadataValueText(Array.from({ length: 12 }, (_, n) => n))).toBe('0, 1, 2, 3, 4, 5, 6, 7 +4')
})
