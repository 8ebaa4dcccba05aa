import { describe, expect, test } from 'vitest'
import { processorTimeOf } from '../../../test/processor-time.ts'
import { ageOfRating } from './age-rating.ts'
import { parseDateParts } from './date.ts'
import { gtinDigits, isbn13 } from './isbn.ts'
import { languageTag } from './language.ts'
import { htmlToPlainText, parseIntegerField, parseListField, webAddresses } from './text.ts'

describe('languageTag', () => {
  test.each([
    ['en', 'en'],
    ['eng', 'en'],
    ['ger', 'de'],
    ['en_US', 'en-US'],
    ['jp', 'ja'],
    ['kr', 'ko'],
    ['zh-hant', 'zh-Hant'],
    ['Japanese', 'ja'],
    ['français', 'fr'],
    ['tlh', 'tlh'],
  ])('reads %s as %s', (written, tag) => expect(languageTag(written)).toBe(tag))
  test.each(['klingon', 'und', 'zxx', '', ' ', '12', 'x-none', 'en--', '??'])('%s is no language', (written) =>
    expect(languageTag(written)).toBeUndefined(),
  )
})

describe('isbn13', () => {
  test.each([
    ['978-0-553-89784-5', '9780553897845'],
    ['urn:isbn:9780553897845', '9780553897845'],
    ['ISBN 0-553-10803-4', '9780553108033'],
    ['080442957X', '9780804429573'],
    ['isbn:080442957x', '9780804429573'],
  ])('reads %s', (written, isbn) => expect(isbn13(written)).toBe(isbn))
  test.each(['9780553897846', '0553108035', '1234567890123', 'N/A', '', 'urn:uuid:1'])('%s is none', (written) =>
    expect(isbn13(written)).toBeUndefined(),
  )
  test('a trade item number keeps its digits', () => {
    expect(gtinDigits('7 61941-30593600111')).toBe('76194130593600111')
    expect(gtinDigits('12a')).toBeUndefined()
  })
})

describe('dateParts', () => {
  test.each([
    ['1851', { year: 1851 }],
    ['2011-10', { year: 2011, month: 10 }],
    ['2018-05-08T02:24:50Z', { year: 2018, month: 5, day: 8 }],
    ['20111001', { year: 2011, month: 10, day: 1 }],
    ['2011-13-40', { year: 2011 }],
    ['October 1999', { year: 1999 }],
    ['0101-01-01T00:00:00+00:00', {}],
    ['19AB', {}],
    ['', {}],
  ])('%s', (written, parts) => expect(parseDateParts(written)).toEqual(parts))
})

describe('ageOfRating', () => {
  test.each([
    ['Everyone', 0],
    ['Everyone 10+', 10],
    ['Teen', 13],
    ['MA15+', 15],
    ['Adults Only 18+', 18],
    ['12+', 12],
    ['16', 16],
    ['PEGI 7', 7],
    ['Rating Pending', undefined],
    ['Unknown', undefined],
    ['Nope', undefined],
    ['99', undefined],
  ])('%s is %s', (written, age) => expect(ageOfRating(written)).toBe(age))
})

describe('fields', () => {
  test('lists are parted, trimmed and free of doubles', () => {
    expect(parseListField(' A, b ;B,, C\u3001D ')).toEqual(['A', 'b', 'C', 'D'])
    expect(parseListField(' , ')).toBeUndefined()
  })
  test('integers outside the range or with letters are ignored', () => {
    expect(parseIntegerField('12', 0, 20)).toBe(12)
    expect(parseIntegerField('3.0', 0, 20)).toBe(3)
    expect(parseIntegerField('-1', 0, 20)).toBeUndefined()
    expect(parseIntegerField('1e3', 0, 2000)).toBeUndefined()
  })
  test('only web addresses are kept', () => {
    expect(webAddresses(['https://a.org/x?y=1,2 javascript:alert(1) http://b.org', undefined])).toEqual([
      'https://a.org/x?y=1,2',
      'http://b.org',
    ])
  })
  test('an address loses the name and password in it, and nothing else', () => {
    expect(
      webAddresses(['https://example.org:secret@elsewhere.net/a b', 'http://me@a.org', 'https://A.org/%20?@']),
    ).toEqual(['https://elsewhere.net/a', 'http://a.org/', 'https://A.org/%20?@'])
  })

  test('markup of a description becomes plain text with its paragraphs', () => {
    expect(htmlToPlainText('<p>One &amp; <b>two</b></p>\n<p>three<br/>four</p>')).toBe('One & two\nthree\nfour')
    expect(htmlToPlainText('a < b and c > d')).toBe('a < b and c > d')
    expect(htmlToPlainText('<p>')).toBeUndefined()
  })
  test('a description made to be slow is not', () => {
    for (const hostile of ['<script'.repeat(1_000_000), `<p>${'<a'.repeat(1_000_000)}`]) {
      expect(processorTimeOf(() => htmlToPlainText(hostile))).toBeLessThan(1000)
    }
  })
})
