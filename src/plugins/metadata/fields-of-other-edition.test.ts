import { expect, it } from 'vitest'
import type { EditableBook } from '../../store/metadata/editable-book.ts'
import { parseProviderBookRecord } from '../protocol/records.ts'
import { fieldsOfOtherEdition, fieldsOfOtherLanguage } from './fields-of-other-edition.ts'

const left = (title: string, facts: object, record: object) =>
  fieldsOfOtherEdition({ title, facts } as EditableBook, parseProviderBookRecord({ title: 'The Hobbit', ...record })!)

it('leaves out fields that describe another edition of a book', () => {
  const translated = {
    title: 'Der kleine Hobbit',
    originalTitle: 'The Hobbit',
    language: 'de',
    isbns: ['9783423715669'],
  }
  expect(left('The Hobbit', {}, translated)).toEqual(expect.arrayContaining(['title', 'language', 'isbns', 'coverUrl']))
  expect(left('The Hobbit', { languageIso: 'en' }, { language: 'de' })).toContain('title')
  const other = left('The Hobbit', { isbns: ['9780261103283'] }, { isbns: ['9783423715669'] })
  expect(other).toContain('publisher')
  expect(other).not.toContain('coverUrl')
  expect(other).not.toContain('summary')
})

it('applies every field of the same or an unknown edition', () => {
  expect(left('The Hobbit', { languageIso: 'en-GB', isbns: ['9780261103283'] }, { language: 'en' })).toEqual([])
  expect(left('Hobbit scan', {}, { language: 'de', isbns: ['9783423715669'] })).toEqual([])
  expect(left('Der kleine Hobbit', {}, { title: 'Der kleine Hobbit', originalTitle: 'The Hobbit' })).toEqual([])
})

it('leaves out a title that does not resemble the book’s', () => {
  const unlike = left('The Hobbit', {}, { title: 'Bilbon, histoire d’un aller et retour', summary: 'Words' })
  expect(unlike).toEqual(expect.arrayContaining(['title', 'titleSort', 'subtitle', 'language', 'isbns']))
  expect(unlike).not.toContain('summary')
  expect(left('ホビットの冒険', {}, {})).toContain('title')
  const isbns = ['9783423715669']
  expect(left('Bilbo', { isbns }, { isbns })).toEqual([])
  for (const title of [
    'Hobbit, The',
    'The Hobit',
    'The Hobbit: or There and Back Again',
    'Tolkien - The Hobbit (1937)',
  ])
    expect(left(title, {}, {})).toEqual([])
  // Titles that only count.
  for (const title of ['Saga 01', 'Chapter 7', '003', 'Vol. 2']) expect(left(title, {}, {})).toEqual([])
})

it('keeps the language and the publisher of a translated series', () => {
  const left = (ours: string | null, theirs?: string) => fieldsOfOtherLanguage({ language: ours }, { language: theirs })
  expect(left('en', 'ja')).toEqual(['language', 'publisher'])
  expect(left('pt-BR', 'pt')).toEqual([])
  for (const [ours, theirs] of [
    [null, 'ja'],
    ['en', undefined],
    ['EN-us', 'en'],
  ] as const)
    expect(left(ours, theirs)).toEqual([])
})
