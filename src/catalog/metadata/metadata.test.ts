import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookMetadataPatch } from '../../contract/metadata.ts'
import type { EditableBook } from '../../store/metadata/editable-book.ts'
import { changedBookFields } from './changed-fields.ts'
import { computeEditedBook } from './compute-edited-book.ts'
import { applyJsonMergePatch, editCustomMetadata } from './custom-metadata.ts'
import { changeGenresOrTags, setGenresOrTags } from './edit-genres-or-tags.ts'
import { changeLocks } from './locks.ts'
import { normaliseBookPatch } from './normalise-book-patch.ts'
import { normaliseSeriesPatch } from './normalise-series-patch.ts'
import { normaliseLine, normaliseText } from './normalise-text.ts'

const book: EditableBook = {
  id: 1,
  fileName: 'Bone 01.cbz',
  title: 'One',
  titleSort: null,
  number: 1,
  numberText: '1',
  summary: 'Three cousins.',
  authors: [
    { name: 'Jeff Smith', role: 'writer' },
    { name: 'Steve Hamaker', role: 'colorist' },
  ],
  facts: { publisher: 'Cartoon Books', year: 1991, file: { fields: ['publisher', 'year'] } },
  custom: null,
  locks: [],
  genres: ['Fantasy'],
  tags: [],
  columns: { year: 1991, release_date: 19910000, language: null, book_type: null, volume: 3, chapter: null },
}
const numberOf = (text: string) => {
  const value = Number.parseFloat(text)
  return Number.isNaN(value) ? undefined : { text, value }
}
const change = (patch: BookMetadataPatch, before = book) =>
  computeEditedBook(before, normaliseBookPatch(patch), { replace: false, numberOf })
const replace = (patch: BookMetadataPatch) =>
  computeEditedBook(book, normaliseBookPatch(patch), { replace: true, numberOf })

describe('an edit of a book', () => {
  it('keeps what is absent, clears what is null, sets what has a value, and locks what was given', () => {
    const after = change({ publisher: null, edition: ' First  edition ', month: 7 })
    expect(after.facts).toEqual({ ...book.facts, publisher: undefined, edition: 'First edition', month: 7 })
    expect(after.facts).not.toHaveProperty('publisher')
    expect(after).toMatchObject({ title: 'One', summary: 'Three cousins.', authors: book.authors })
    expect(after.locks.sort()).toEqual(['edition', 'month', 'publisher'])
    expect(after.columns).toMatchObject({ year: 1991, release_date: 19910700 })
    expect([...changedBookFields(book, after)].sort()).toEqual(['edition', 'locks', 'month', 'publisher'])
  })
  it('without fields changes nothing', () => {
    expect(changedBookFields(book, change({}))).toEqual(new Set())
  })
  it('is not held back by locks', () => {
    expect(change({ summary: 'Mine.' }, { ...book, locks: ['summary'] }).summary).toBe('Mine.')
  })
  it('takes an empty text as none', () => {
    expect(change({ summary: '  \n ' }).summary).toBeNull()
    expect(change({ publisher: '' }).facts).not.toHaveProperty('publisher')
  })
  it('clears a volume that came only from the path', () => {
    const after = change({ volume: null })
    expect(after.columns.volume).toBeNull()
    expect(changedBookFields(book, after)).toContain('volume')
    expect(change({ publisher: 'X' }).columns.volume).toBe(3)
  })
  it('takes a number as it is printed', () => {
    expect(change({ number: 1.5 })).toMatchObject({ number: 1.5, numberText: '1.5' })
    expect(change({ number: ' 12a ' })).toMatchObject({ number: 12, numberText: '12a' })
    expect(change({ number: 'Special' })).toMatchObject({ number: null, numberText: 'Special' })
    expect(change({ number: null })).toMatchObject({ number: null, numberText: null, locks: ['number'] })
  })
  it('without a title names the book by its file, and lets the next scan name it', () => {
    const named = change({ title: 'Mine' })
    expect(named).toMatchObject({ title: 'Mine', locks: ['title'] })
    expect(change({ title: null }, named)).toMatchObject({ title: 'Bone 01', locks: [] })
    const inside = { ...named, facts: { file: { title: 'Out from Boneville', fields: [] } } }
    expect(change({ title: ' ' }, inside).title).toBe('Out from Boneville')
  })
  it('that names people of one role does not change the other roles', () => {
    const after = change({ writer: 'A. Writer, B. Writer', coverArtist: 'C' })
    expect(after.authors).toEqual([
      { name: 'Steve Hamaker', role: 'colorist' },
      { name: 'A. Writer', role: 'writer' },
      { name: 'B. Writer', role: 'writer' },
      { name: 'C', role: 'cover_artist' },
    ])
    expect(change({ writer: null }).authors).toEqual([{ name: 'Steve Hamaker', role: 'colorist' }])
    expect(after.locks).toEqual(['authors'])
  })
  it('that replaces clears absent fields without locking them', () => {
    const after = replace({ publisher: 'Image' })
    expect(after).toMatchObject({ title: 'One', numberText: '1', summary: null, authors: [], locks: ['publisher'] })
    expect(after.facts).toEqual({ publisher: 'Image', file: { fields: ['publisher', 'year'] } })
    expect(after.columns).toMatchObject({ year: null, release_date: null, volume: null })
  })
})

describe('checks', () => {
  it('name every fault at once', () => {
    const patch: BookMetadataPatch = {
      languageIso: 'no such language!',
      authors: [
        { name: ' ', role: 'writer' },
        { name: 'x', role: 'writer' },
      ],
      awards: [{ name: ' ', won: true }],
    }
    const faults = () => normaliseBookPatch(patch)
    expect(faults).toThrow(/and 2 more/)
    expect(() => normaliseSeriesPatch({ title: '  ', language: '???' })).toThrow(
      /title: must not be blank \(and 1 more\)/,
    )
  })
  it('hold the names in a line to the bounds of their own fields', () => {
    const long = 'x'.repeat(501)
    expect(() => normaliseBookPatch({ writer: `Ann, ${long}` })).toThrow(
      /writer: must not have a name of more than 500/,
    )
    expect(() => normaliseBookPatch({ genre: long })).toThrow(/genre: must not have a name of more than 200/)
    const many = Array.from({ length: 71 }, (_, index) => `Ann ${index}`).join()
    expect(() => normaliseBookPatch({ letterer: many })).toThrow(/letterer: must not have more than 70 names/)
    expect(normaliseBookPatch({ writer: 'Ann, Bob' }).credits).toEqual([{ role: 'writer', names: ['Ann', 'Bob'] }])
  })
  it('correct common mistakes in language codes', () => {
    expect(normaliseSeriesPatch({ language: 'en_us' }).language).toBe('en-US')
    expect(normaliseSeriesPatch({ language: 'Japanese' }).language).toBe('ja')
    expect(normaliseSeriesPatch({ language: 'tlh' }).language).toBe('tlh')
  })
  it('keep HTML as text, and remove characters that cannot be displayed', () => {
    expect(normaliseText('<b>bold</b>\r\nnext\u0000 \u0007line\t!')).toBe('<b>bold</b>\nnext line\t!')
    expect(normaliseLine('  a \n b\u00a0 c ')).toBe('a b c')
    expect(normaliseLine('\ud800 x')).toBe('\ufffd x')
  })
})

describe('genres and tags', () => {
  const state = { genres: ['Sci-Fi', 'Drama'], tags: [], locks: [] }
  it('are the same regardless of case, accents and spaces', () => {
    expect(setGenresOrTags(state, 'genres', ['Café', ' CAFE ', '', 'café']).genres).toEqual(['Café'])
    const after = changeGenresOrTags(state, 'genres', { add: ['SCI-FI', 'War'], remove: ['dráma'] })
    expect(after).toEqual({ genres: ['Sci-Fi', 'War'], tags: [], locks: ['genres'] })
  })
})

describe('locks', () => {
  it('change only where they are named', () => {
    expect(changeLocks(['a', 'b'], { b: false, c: true, d: false, a: null })).toEqual(['a', 'c'])
  })
})

describe('custom metadata', () => {
  // The examples of RFC 7386, appendix A.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j merged with %j is %j', (target, patch, result) => {
    expect(applyJsonMergePatch(target, patch)).toEqual(result)
  })
  it('may call a member anything', () => {
    const patch = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}')
    const merged = applyJsonMergePatch({}, patch)
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"x":1},"constructor":2}')
    expect(({} as { x?: number }).x).toBeUndefined()
  })
  it('merged with itself without nulls stays as it is', () => {
    const plain = fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.integer(), fc.dictionary(fc.string(), fc.boolean())),
    )
    fc.assert(
      fc.property(plain, (value) => {
        expect(JSON.stringify(applyJsonMergePatch(value, value))).toBe(JSON.stringify(value))
      }),
    )
  })
  it('is held to 64 KiB after merging, and to a sensible depth', () => {
    const before = JSON.stringify({ a: 'x'.repeat(60_000) })
    expect(editCustomMetadata(before, { b: 'y' }, true)).toContain('"b":"y"')
    expect(() => editCustomMetadata(before, { b: 'ü'.repeat(3000) }, true)).toThrow(/at most 65536/)
    expect(editCustomMetadata(before, { b: 'ü'.repeat(3000) }, false)).not.toContain('xxx')
    let deep: Record<string, unknown> = {}
    for (let level = 0; level < 40; level++) deep = { deep }
    expect(() => editCustomMetadata(null, deep, true)).toThrow(/nested/)
    expect(editCustomMetadata(before, null, true)).toBeNull()
  })
})
