import { expect, test } from 'vitest'
import { otherPagesEnglish } from '../messages/other-pages-english.ts'
import { addEnglish } from '../messages/t.ts'
import { fieldName, valueText } from './field-text.ts'

addEnglish(otherPagesEnglish)

test('fields are named as people write them', () => {
  expect(fieldName('totalVolumeCount')).toBe('Total volumes')
  expect(fieldName('somethingNew')).toBe('Something new')
  expect(fieldName('coverUrl')).toBe('Cover')
  expect(fieldName('year')).toBe('Year')
})

test('values of every shape fit a line', () => {
  expect(valueText(null)).toBe('–')
  expect(valueText(['a', 'b'])).toBe('a, b')
  expect(valueText([{ name: 'BKV', role: 'writer' }])).toBe('BKV')
  expect(valueText({ source: 'x', score: 91 })).toBe('x 91')
  expect(valueText(Array.from({ length: 12 }, (_, n) => n))).toBe('0, 1, 2, 3, 4, 5, 6, 7 +4')
})
