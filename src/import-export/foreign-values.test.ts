import { expect, it } from 'vitest'
import { foreignHtmlTextOf, foreignTextOf, foreignTimeOf } from './foreign-values.ts'

const moment = Date.UTC(2024, 0, 2, 3, 4, 5)

it.each([
  ['text', '2024-01-02 03:04:05'],
  ['nine digits and a zone', '2024-01-02T05:04:05.000000001+02:00'],
  ['seconds', moment / 1000],
  ['milliseconds', moment],
  ['microseconds', moment * 1000],
  ['digits as text', String(moment)],
  ['ticks of .NET', (BigInt(moment) + 62_135_596_800_000n) * 10_000n],
])('reads a time from %s', (_, value) => {
  expect(foreignTimeOf(value)).toBe(moment)
})

it.each(['0001-01-01 00:00:00', '0101-01-01 00:00:00+00:00', 'yesterday', 0, -5, null, 1e30])(
  'takes %s for none',
  (value) => {
    expect(foreignTimeOf(value)).toBeNull()
  },
)

it('takes a text of nothing but NUL for none', () => {
  expect([foreignTextOf('\0'), foreignTextOf('Sea\0weed'), foreignTextOf('')]).toEqual([null, 'Seaweed', null])
})

it('reads the text of a review in HTML', () => {
  expect(foreignHtmlTextOf('<p>Caf&eacute; &amp; tea</p>\n<p>Two<br>three</p><script>alert(1)</script>')).toBe(
    'Café & tea\nTwo\nthree',
  )
  expect(foreignHtmlTextOf('plain,\nwith 1 < 2')).toBe('plain,\nwith 1 < 2')
  expect(foreignHtmlTextOf('<p> </p>')).toBeNull()
  expect(foreignHtmlTextOf(null)).toBeNull()
})
