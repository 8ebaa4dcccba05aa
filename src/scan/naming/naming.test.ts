import { describe, expect, it } from 'vitest'
import { namingFor } from '../naming-for.ts'
import type { BookToName } from './book-to-name.ts'

const book: BookToName = { fileName: 'Saga 003 (2012).cbz', series: 'Saga', bookCount: 12 }

const named = (strategy: string, more: Partial<BookToName> = {}, config: unknown = {}) =>
  namingFor(strategy, config)({ ...book, ...more })

describe('book naming', () => {
  it('by file name leaves out the extension only', () => {
    expect(named('filename')).toBe('Saga 003 (2012)')
    expect(named('filename', { fileName: 'Dr. Strange vol. 1.cbz' })).toBe('Dr. Strange vol. 1')
    expect(named('filename', { fileName: '.cbz' })).toBe('.cbz')
  })

  it('by metadata falls back on the file name', () => {
    expect(named('metadata_first', { metadataTitle: 'Volume 3' })).toBe('Volume 3')
    expect(named('metadata_first', { metadataTitle: '  ' })).toBe('Saga 003 (2012)')
  })

  it.each(['Vol. 3', 'Volume 03', 'Chapter 12.5', 'Issue #4', '#4', '7', 'Part 2', 'Ep 9', '第3巻', 'v03'])(
    'smart passes over the title %s',
    (metadataTitle) => expect(named('smart', { metadataTitle })).toBe('Saga 003 (2012)'),
  )

  it.each(['The Will', 'Volume One: Dawn', '1984 Revisited', 'Part of Me'])(
    'smart keeps the title %s',
    (metadataTitle) => expect(named('smart', { metadataTitle })).toBe(metadataTitle),
  )

  it('smart learns more titles that say nothing', () => {
    expect(named('smart', { metadataTitle: 'Untitled' }, { additionalGenericPatterns: ['(?i)^untitled$'] })).toBe(
      'Saga 003 (2012)',
    )
  })

  it('by series writes the numbers as wide as the series needs', () => {
    expect(named('series_name', { volume: '3' })).toBe('Saga v.03')
    expect(named('series_name', { volume: '3', chapter: '12.5', bookCount: 400 })).toBe('Saga v.003 c.012.5')
    expect(named('series_name', { chapter: '7', bookCount: 2000 })).toBe('Saga c.0007')
    expect(named('series_name', { number: '12a' })).toBe('Saga #12a')
    expect(named('series_name')).toBe('Saga 003 (2012)')
  })

  it('custom fills its template, and falls back where the pattern does not match', () => {
    const config = {
      pattern: '^(?<title>\\w+) (?<number>\\d+)',
      titleTemplate: '{series}: {number}',
      fallback: 'smart',
    }
    expect(named('custom', {}, config)).toBe('Saga: 003')
    expect(named('custom', { fileName: '!.cbz', metadataTitle: 'The Will' }, config)).toBe('The Will')
  })

  it('refuses unknown strategies, keys and patterns', () => {
    expect(() => namingFor('best', {})).toThrow('bookStrategy')
    expect(() => namingFor('smart', { patterns: [] })).toThrow('patterns')
    expect(() => namingFor('custom', { pattern: '(' })).toThrow('bookConfig.pattern')
    expect(() => namingFor('custom', { pattern: 'x', fallback: 'custom' })).toThrow('bookConfig.fallback')
  })
})
