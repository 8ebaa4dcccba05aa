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
  expect(metadataValueText('title', null)).toBe('–')
  expect(metadataValueText('title', [])).toBe('–')
  expect(metadataValueText('title', ['a', 'b'])).toBe('a, b')
  expect(metadataValueText('title', [{ name: 'BKV', role: 'writer' }])).toBe('BKV (Writer)')
  expect(metadataValueText('title', { source: 'x', score: 91 })).toBe('x 91')
  expect(
    metadataValueText(
      'title',
      Array.from({ length: 12 }, (_, n) => n),
    ),
  ).toBe('0, 1, 2, 3, 4, 5, 6, 7 +4')
})

test('ids are named by their site, each once', () => {
  const ids = ['api:anilist', 'plugin:anilist', 'api:kitsu'].map((source) => ({ source, externalId: '21' }))
  expect(metadataValueText('externalIds', ids)).toBe('anilist 21, kitsu 21')
  const found = { source: 'plugin:metadata-openlibrary', externalId: 'OL1W' }
  expect(metadataValueText('externalIds', [{ source: 'openlibrary', externalId: 'OL1W' }, found])).toBe(
    'openlibrary OL1W',
  )
  expect(metadataValueText('externalIds', [found])).toBe('metadata-openlibrary OL1W')
})

test('known values are words, unknown ones stay as they are', () => {
  expect(metadataValueText('status', 'ended')).toBe('Ended')
  expect(metadataValueText('status', 'constructor')).toBe('constructor')
  expect(metadataValueText('readingDirection', 'rtl')).toBe('Right to left (manga)')
  expect(metadataValueText('bookType', 'graphic_novel')).toBe('Graphic novel')
  expect(metadataValueText('language', 'ja')).toBe('Japanese')
  expect(metadataValueText('language', 'not a language')).toBe('not a language')
  expect(metadataValueText('title', 'ended')).toBe('ended')
  expect(metadataValueText('authors', [{ name: 'Ann', role: 'unheard of' }])).toBe('Ann')
})
