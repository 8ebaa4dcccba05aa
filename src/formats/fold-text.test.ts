import { expect, test } from 'vitest'
import { findAllFolded, type SearchOptions } from './fold-text.ts'

const words = (text: string, phrase: string, options?: SearchOptions) =>
  findAllFolded(text, phrase, options).map(({ start, end }) => text.slice(start, end))

test('case, accents, white space and typographic signs do not hide a word', () => {
  expect(words('The café, the CAFE\u0301 and the cafe', 'Café')).toEqual(['café', 'CAFE\u0301', 'cafe'])
  expect(words('harbour\n   office, HARBOUR OFFICE', 'harbour  office')).toEqual([
    'harbour\n   office',
    'HARBOUR OFFICE',
  ])
  expect(words('He said “don’t” — har\u00adbour', 'don\'t" - harbour')).toEqual(['don’t” — har\u00adbour'])
})

test('characters outside the first plane are found whole', () => {
  expect(words('a 𠮷野家 b', '𠮷')).toEqual(['𠮷'])
  expect(words('Ｗｉｄｅ', 'wide')).toEqual(['Ｗｉｄｅ'])
})

test('hiragana and katakana, of any width, are found by each other', () => {
  expect(words('バス、ばす、ﾊﾞｽ', 'ばす')).toEqual(['バス', 'ばす', 'ﾊﾞｽ'])
})

test('voicing marks and vowel signs are no accents', () => {
  expect(words('がき、かき、ｶﾞｷ、カキ', 'かき')).toEqual(['かき', 'カキ'])
  expect(words('がき、かき、ｶﾞｷ、カキ', 'ガキ')).toEqual(['がき', 'ｶﾞｷ'])
  expect(words('か が', 'か')).toEqual(['か'])
  expect(words('दिन दान', 'दिन')).toEqual(['दिन'])
  expect(words('ดี ดู ด', 'ดี')).toEqual(['ดี'])
  expect(words('זֶה זה, هٰذا هذا', 'זה')).toEqual(['זֶה', 'זה'])
})

test('an empty phrase is nowhere', () => {
  expect(words('some text', ' ')).toEqual([])
  expect(words('some text', 'other')).toEqual([])
})

test('capital letters matter on request, accents and quotes still do not', () => {
  expect(words('Rose and rose, ROSE', 'Rose', { matchCase: true })).toEqual(['Rose'])
  expect(words('Élan élan', 'Elan', { matchCase: true })).toEqual(['Élan'])
  expect(words('Élan élan', 'Elan')).toEqual(['Élan', 'élan'])
})

test('whole words begin and end where words do', () => {
  const whole = { wholeWords: true }
  expect(words('art, party, Art; heart_art, art', 'art', whole)).toEqual(['art', 'Art', 'art'])
  expect(words('aa aaa aa', 'aa', whole)).toEqual(['aa', 'aa'])
  expect(words('don’t (art) l’art', 'art', whole)).toEqual(['art', 'art'])
  expect(words('naïve naïvely', 'naive', whole)).toEqual(['naïve'])
  expect(words('C++ and C++11', 'c++', whole)).toEqual(['C++', 'C++'])
  expect(words('𝐚rt art', 'art', whole)).toEqual(['𝐚rt', 'art'])
  expect(words('рыба, рыбак', 'рыба', whole)).toEqual(['рыба'])
  expect(words('東京都', '京', whole)).toEqual(['京'])
  expect(words('दिन दिनों', 'दिन', whole)).toEqual(['दिन'])
})
