import { expect, test } from 'vitest'
import { metadataChanges, seriesFields } from './metadata-fields.ts'

const before = { title: 'Akira', summary: null, year: 1982, genres: ['Action'], authors: null }

test('what was not touched is not sent', () => {
  expect(metadataChanges(seriesFields, before, { ...before, summary: '', authors: [] })).toEqual({})
})

test('an emptied field is cleared with null', () => {
  expect(metadataChanges(seriesFields, before, { ...before, year: '' })).toEqual({ year: null })
})

test('numbers typed as text are numbers', () => {
  expect(metadataChanges(seriesFields, before, { ...before, year: '1984' })).toEqual({ year: 1984 })
  expect(metadataChanges(seriesFields, before, { ...before, year: '1982' })).toEqual({})
})

test('people without a name are dropped', () => {
  const authors = [
    { name: 'Ōtomo', role: 'writer' },
    { name: ' ', role: 'inker' },
  ]
  expect(metadataChanges(seriesFields, before, { ...before, authors })).toEqual({
    authors: [{ name: 'Ōtomo', role: 'writer' }],
  })
})
