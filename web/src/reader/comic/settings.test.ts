import { expect, test } from 'vitest'
import { settingsFor } from './settings.ts'

test('a manga opens from right to left without anyone setting it', () => {
  expect(settingsFor({ readingDirection: 'rtl' }, {}, {}).direction).toBe('rtl')
})

test('a webtoon opens as one, also where double pages are usual', () => {
  expect(settingsFor({ readingDirection: 'webtoon' }, { mode: 'double' }, {}).mode).toBe('webtoon')
})

test('what was set for the series wins over everything', () => {
  const settings = settingsFor({ readingDirection: 'rtl' }, { fit: 'width' }, { direction: 'ltr', fit: 'height' })
  expect(settings).toMatchObject({ direction: 'ltr', fit: 'height' })
})

test('usual settings hold where the series says nothing', () => {
  expect(settingsFor({ readingDirection: null }, { mode: 'double' }, {})).toMatchObject({
    mode: 'double',
    direction: 'ltr',
  })
})
