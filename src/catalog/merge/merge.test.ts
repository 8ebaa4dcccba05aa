import { describe, expect, it } from 'vitest'
import type { PublicationMetadata } from '../../formats/publication.ts'
import { type BookFacts, sortableReleaseDateOf } from './book-facts.ts'
import { mergeBookMetadata, type StoredBookMetadata } from './merge-book-metadata.ts'
import { type MemberBook, mergeSeriesMetadata } from './merge-series-metadata.ts'

const before: StoredBookMetadata = { facts: {}, locks: [], summary: null, authors: [] }
const says: PublicationMetadata = {
  title: 'Out from Boneville',
  number: '1',
  summary: 'Three cousins.',
  publisher: 'Cartoon Books',
  year: 1991,
  month: 7,
  authors: [{ name: 'Jeff Smith', role: 'writer' }],
  genres: ['Fantasy'],
}

describe('a book', () => {
  it('is what its file says', () => {
    const merged = mergeBookMetadata(before, says)
    expect(merged).toMatchObject({
      summary: 'Three cousins.',
      authors: [{ name: 'Jeff Smith', role: 'writer' }],
      genres: ['Fantasy'],
      facts: { publisher: 'Cartoon Books', year: 1991, file: { title: 'Out from Boneville', number: '1' } },
    })
  })
  it('takes from a file no more than the API allows', () => {
    const characters = Array.from({ length: 5000 }, (_, index) => `Hero ${index}`)
    const { facts } = mergeBookMetadata(before, {
      characters,
      teams: ['T'.repeat(9000)],
      storyArcs: [{ name: 'A'.repeat(9000), number: '1' }],
      notes: 'N'.repeat(2_000_000),
    })
    expect(facts).toMatchObject({
      characters: characters.slice(0, 1000),
      teams: ['T'.repeat(500)],
      storyArcs: [{ name: 'A'.repeat(500), number: '1' }],
      notes: 'N'.repeat(100_000),
    })
  })
  it('keeps what a person locked, whatever the file says', () => {
    const locks = ['publisher', 'summary', 'authors', 'genres', 'year']
    const edited: StoredBookMetadata = { ...before, facts: { publisher: 'Mine' }, locks, summary: 'My words.' }
    const merged = mergeBookMetadata(edited, says)
    expect(merged).toMatchObject({ summary: 'My words.', authors: [], genres: undefined, facts: { publisher: 'Mine' } })
    expect(merged.facts.year).toBeUndefined()
  })
  it('forgets what the file no longer says, but not what came from elsewhere', () => {
    const first = mergeBookMetadata({ ...before, facts: { edition: 'from a plugin' } }, says)
    const again = mergeBookMetadata({ ...before, ...first, locks: [] }, { title: 'Out from Boneville' })
    expect(again.facts.publisher).toBeUndefined()
    expect(again.summary).toBeNull()
    expect(again.authors).toEqual([])
    expect(again.facts.edition).toBe('from a plugin')
  })
  it('is of the type that the file says, else of the one its content shows', () => {
    const typeOf = (metadata: PublicationMetadata, kind: 'comic' | 'epub' | 'pdf', layout: 'fixed' | 'reflowable') =>
      mergeBookMetadata(before, metadata, { kind, layout }).facts.bookType
    expect(typeOf({ format: 'TPB' }, 'comic', 'fixed')).toBe('graphic_novel')
    expect(typeOf({}, 'comic', 'fixed')).toBe('comic')
    expect(typeOf({ readingDirection: 'rtl' }, 'epub', 'fixed')).toBe('manga')
    expect(typeOf({ tags: ['Science Fiction'] }, 'epub', 'reflowable')).toBe('novel')
    expect(typeOf({ genres: ['Non-Fiction'] }, 'epub', 'reflowable')).toBeUndefined()
    expect(typeOf({ genres: ['Nonfiction'] }, 'epub', 'reflowable')).toBeUndefined()
    expect(typeOf({ tags: ['Fiction'] }, 'pdf', 'fixed')).toBeUndefined()
    const locked = { ...before, locks: ['bookType'], facts: { bookType: 'artbook' as const } }
    expect(mergeBookMetadata(locked, {}, { kind: 'comic', layout: 'fixed' }).facts.bookType).toBe('artbook')
  })
  it('has a release date that sorts, as far as it is known', () => {
    expect(sortableReleaseDateOf({ year: 2004, month: 5, day: 1 })).toBe(20040501)
    expect(sortableReleaseDateOf({ year: 2004, day: 3 })).toBe(20040000)
    expect(sortableReleaseDateOf({ month: 3 })).toBeNull()
  })
})

describe('a series', () => {
  const rated = (ageRating: number) => ({ fields: [], ofSeries: { ageRating } })
  const member = (facts: BookFacts, more: Partial<MemberBook> = {}): MemberBook => ({
    facts,
    summary: null,
    authors: [],
    genres: [],
    tags: [],
    ...more,
  })
  it('is made of its books: the commonest publisher, the first year, the strictest age, all genres', () => {
    const books = [
      member({ publisher: 'Image', year: 2012, languageIso: 'en', file: rated(13) }, { genres: ['War'] }),
      member({ publisher: 'Vertigo', year: 2011, file: rated(17) }, { genres: ['Space', 'war'] }),
      member({ publisher: 'Image' }, { summary: 'It begins.' }),
    ]
    expect(mergeSeriesMetadata({ locks: [], fromFiles: [] }, books, undefined)).toEqual({
      publisher: 'Image',
      year: 2011,
      language: 'en',
      ageRating: 17,
      genres: ['War', 'Space'],
      summary: 'It begins.',
    })
  })
  it('has the reading direction of most of its books, counting those that state none', () => {
    const reads = (...directions: ('rtl' | 'ltr' | undefined)[]) => {
      const books = directions.map((direction) => member({ file: { fields: [], ofSeries: { direction } } }))
      return mergeSeriesMetadata({ locks: [], fromFiles: ['readingDirection'] }, books, undefined).readingDirection
    }
    expect(reads('rtl', 'rtl', undefined)).toBe('rtl')
    expect(reads('rtl', undefined)).toBeNull()
    expect(reads('rtl', 'rtl', 'ltr', 'ltr')).toBeNull()
    expect(reads('rtl', undefined, undefined)).toBeNull()
  })
  it('prefers series.json, and does not change locked fields', () => {
    const books = [member({ publisher: 'Image', year: 2012 })]
    const sidecar = { title: 'Saga', name: 'Saga', publisher: 'Other', year: 2010, status: 'ongoing' as const }
    const before = { locks: ['year'], fromFiles: ['year'] }
    expect(mergeSeriesMetadata(before, books, sidecar)).toEqual({ publisher: 'Other', status: 'ongoing' })
  })
  it('forgets what its books no longer say, but nothing that came from elsewhere', () => {
    const before = {
      locks: ['imprint'],
      fromFiles: ['publisher', 'genres', 'imprint', 'year'],
      fromPath: { year: 2018 },
    }
    expect(mergeSeriesMetadata(before, [member({})], undefined)).toEqual({ publisher: null, genres: null, year: 2018 })
  })
})
