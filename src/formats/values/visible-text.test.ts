import { expect, it } from 'vitest'
import { visibleText, visibleValues } from './visible-text.ts'

it('removes what nobody sees, and keeps what a script needs', () => {
  expect(visibleText('\u202egnp.exe\u202c')).toBe('gnp.exe')
  expect(visibleText('One\u2067\u0000 two\u009b \u2069')).toBe('One two')
  for (const text of ['line\n\tnext', 'می\u200cخواهم', 'עברית\u200f (A)', '👨\u200d👩\u200d👧', 'ไทย\u200bไทย'])
    expect(visibleText(text)).toBe(text)
})

it('leaves out an item of which nothing is left', () => {
  const found = visibleValues({
    genres: ['\u202e', 'Noir\u202e'],
    authors: [
      { name: '\u0001', role: 'writer' },
      { name: 'A\u0007nn', role: 'writer' },
    ],
    storyArcs: [{ name: 'Arc', number: '\u202e' }],
    pageFacts: [{ page: 0, type: 'FrontCover', bookmark: '\u0001' }],
    year: 1999,
  })
  expect(found).toEqual({
    genres: ['Noir'],
    authors: [{ name: 'Ann', role: 'writer' }],
    storyArcs: [{ name: 'Arc' }],
    pageFacts: [{ page: 0, type: 'FrontCover' }],
    year: 1999,
  })
})
