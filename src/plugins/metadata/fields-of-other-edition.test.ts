import { expect, it } from 'vitest'
import type { EditableBook } from '../../store/metadata/editable-book.ts'
import { parseProviderBookRecord } from '../protocol/records.ts'
import { fieldsOfOtherEdition } from './fields-of-other-edition.ts'

const left = (title: string, facts: object, record: object) =>
  fieldsOfOtherEdition({ title, facts } as EditableBook, parseProviderBookRecord({ title: 'The Hobbit', ...record })!)

it('leaves out what only another edition of a book has', () => {
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

it('takes over everything of the same edition, and of one that nothing is known of', () => {
  expect(left('The Hobbit', { languageIso: 'en-GB', isbns: ['9780261103283'] }, { language: 'en' })).toEqual([])
  expect(left('Hobbit scan', {}, { language: 'de', isbns: ['9783423715669'] })).toEqual([])
  expect(left('Der kleine Hobbit', {}, { title: 'Der kleine Hobbit', originalTitle: 'The Hobbit' })).toEqual([])
})
