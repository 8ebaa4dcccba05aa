import { describe, expect, it } from 'vitest'
import { parseFileName } from '../../formats/filename/parse-file-name.ts'
import type { BookToTitle } from './book-to-title.ts'
import { titleStrategyFor } from './title-strategy.ts'

const book = { fileName: 'Saga 003 (2012).cbz', series: 'Saga', bookCount: 12 }

const named = (strategy: string, more: Partial<BookToTitle> = {}, config: unknown = {}) => {
  const known = { ...book, ...more }
  return titleStrategyFor(strategy, config)({ facts: parseFileName(known.fileName), ...known })
}

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
    (metadataTitle) => expect(named('smart', { metadataTitle })).toBe('Saga #3'),
  )

  it.each(['The Will', 'Volume One: Dawn', '1984 Revisited', 'Part of Me'])(
    'smart keeps the title %s',
    (metadataTitle) => expect(named('smart', { metadataTitle })).toBe(metadataTitle),
  )

  it('smart accepts more patterns for generic titles', () => {
    expect(named('smart', { metadataTitle: 'Untitled' }, { additionalGenericPatterns: ['(?i)^untitled$'] })).toBe(
      'Saga #3',
    )
  })

  it.each([
    ['Saga 001 (2012) (Digital) (Zone-Empire).cbz', 'Saga #1'],
    ['Saga v02 (2013) (Digital) (Zone-Empire).cbz', 'Saga Vol. 2'],
    ['SAGA_-_012.5_[c2c].cbr', 'Saga #12.5'],
    ['Other Name 004 (2012) (digital-Scanner).cbz', 'Other Name #4'],
    ['Saga v07 c065 [Group].cbz', 'Saga Vol. 7 Ch. 65'],
    ['Saga - 01 - La magicienne (2001).cbr', 'Saga #1 - La magicienne'],
    ['Saga v01 (Deluxe Edition) (2014) (Digital).cbz', 'Saga Vol. 1 (Deluxe Edition)'],
    ['Saga (2012) (Digital) (Zone-Empire).cbz', 'Saga'],
    ['Saga SP01 - Sketches (2012) (Digital).cbz', 'Saga SP01 - Sketches'],
    ["Fate (Heaven's Feel).cbz", "Fate (Heaven's Feel)"],
    ['[Group] Fate [0A1B2C3D].cbz', 'Fate'],
    ['(2012).cbz', '(2012)'],
  ])('smart shows %s as %s', (fileName, title) => expect(named('smart', { fileName })).toBe(title))

  it('smart goes by the number inside the file where its name has none', () => {
    expect(named('smart', { fileName: 'scan.cbz', metadataNumber: '007', facts: undefined })).toBe('Saga #7')
    expect(named('smart', { fileName: 'Saga 001.cbz', metadataNumber: '1.5' })).toBe('Saga #1.5')
    expect(named('smart', { fileName: 'Saga v03.cbz', metadataNumber: '3' })).toBe('Saga Vol. 3')
  })

  it('smart uses the title of the series if the file is named like its folder', () => {
    const japanese = { series: '進撃の巨人', placedTitle: 'Attack on Titan', fileName: 'Attack on Titan v01.cbz' }
    expect(named('smart', japanese)).toBe('進撃の巨人 Vol. 1')
    const short = { series: 'Saga', metadataSeries: 'SAGA', metadataNumber: '4', fileName: 'SG 04.cbz' }
    expect(named('smart', short)).toBe('Saga #4')
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
    expect(() => titleStrategyFor('best', {})).toThrow('bookStrategy')
    expect(() => titleStrategyFor('smart', { patterns: [] })).toThrow('patterns')
    expect(() => titleStrategyFor('custom', { pattern: '(' })).toThrow('bookConfig.pattern')
    expect(() => titleStrategyFor('custom', { pattern: 'x', fallback: 'custom' })).toThrow('bookConfig.fallback')
  })
})
