import { expect, test } from 'vitest'
import { changedMetadata, seriesFields } from './metadata-fields.ts'

const before = { title: 'Akira', summary: null, year: 1982, genres: ['Action'], authors: null }

test('what was not touched is not sent', () => {
  expect(changedMetadata(seriesFields, before, { ...before, summary: '', authors: [] })).toEqual({})
})

test('an emptied field is cleared with null', () => {
  expect(changedMetadata(seriesFields, before, { ...before, year: '' })).toEqual({ year: null })
})

test('numbers typed as text are numbers', () => {
  expect(changedMetadata(seriesFields, before, { ...before, year: '1984' })).toEqual({ year: 1984 })
  expect(changedMetadata(seriesFields, before, { ...before, year: '1982' })).toEqual({})
})

test('people without a name are dropped', () => {
  const authors = [
    { name: 'Ōtomo', role: 'writer' },
    { name: ' ', role: 'inker' },
  ]
  expect(changedMetadata(seriesFields, before, { ...before, authors })).toEqual({
    authors: [{ name: 'Ōtomo', role: 'writer' }],
  })
})
