import { expect, it } from 'vitest'
import { indexedWords } from './search-words.ts'
import { tokenise } from './text-tokens.ts'

const wordsOf = (text: string) => tokenise(text).words.map(({ word }) => word)

it('cuts text into folded words and says where each stands', () => {
  const text = '“Straße,” naïve — so\u00adft 12½ 𝒜b'
  const { words } = tokenise(text)
  expect(words.map(({ word }) => word)).toEqual(['strasse', 'naive', 'soft', '121', '2', 'ab'])
  expect(words.map(({ start, end }) => text.slice(start, end))).toEqual([
    'Straße',
    'naïve',
    'so\u00adft',
    '12½',
    '12½',
    '𝒜b',
  ])
})

it('cuts what is written without spaces into pairs, each run closed by its last character', () => {
  const text = '東京都へ ﾊﾟﾝ'
  const { words } = tokenise(text)
  expect(words.map(({ word }) => word)).toEqual(['东京', '京都', '都へ', 'へ', 'ぱん', 'ん'])
  expect(text.slice(words[1]!.start, words[1]!.end)).toBe('京都')
  expect(text.slice(words[3]!.start, words[3]!.end)).toBe('へ')
  expect(text.slice(words[4]!.start, words[4]!.end)).toBe('ﾊﾟﾝ')
})

it('joins what hyphens and apostrophes join', () => {
  const { joined } = tokenise('Amazing-Spider-Man don’t 東-京 a - b')
  expect(joined.map(({ word }) => word)).toEqual(['amazingspiderman', 'spiderman', 'dont'])
  expect(joined[1]).toMatchObject({ start: 8, end: 18 })
})

it('cuts Thai, Khmer and Burmese into pairs, whatever invisible breaks they contain', () => {
  expect(wordsOf('ดีมาก')).toEqual(['ดี', 'ีม', 'มา', 'าก', 'ก'])
  const text = 'កម្ពុ\u200bជា'
  const { words } = tokenise(text)
  expect(words.map(({ word }) => word)).toEqual(['កម', 'ម្', '្ព', 'ពុ', 'ុជ', 'ជា', 'ា'])
  expect(text.slice(words[5]!.start, words[5]!.end)).toBe('ជា')
})

it('keeps the vowel signs of Indian scripts, and the dot of Devanagari matters to no one', () => {
  expect(wordsOf('दिन दान ज़रा')).toEqual(['दिन', 'दान', 'जरा'])
})

it('treats letters that look like apostrophes as apostrophes', () => {
  for (const text of ["п'ять", 'пʼять', 'п’ять']) {
    expect(wordsOf(text)).toEqual(['п', 'ять'])
    expect(tokenise(text).joined.map(({ word }) => word)).toEqual(['пять'])
  }
  expect(tokenise('Qurʾān ʿAlī Hawaiʻi col·lecció').joined.map(({ word }) => word)).toEqual([
    'quran',
    'hawaii',
    'colleccio',
  ])
})

it('joins Hebrew abbreviations, and reads Arabic digits as others', () => {
  expect(tokenise('צה״ל').joined.map(({ word }) => word)).toEqual(['צהל'])
  expect(wordsOf('١٢ ۳')).toEqual(['12', '3'])
})

it('leaves out the Arabic article', () => {
  expect(wordsOf('والمدينة القديمة الله الم')).toEqual(['مدينه', 'قديمه', 'الله', 'الم'])
})

it('finds in text what is found in titles', () => {
  for (const title of [
    'Łódź: Đặng Việt',
    'Ærø & Œuvre',
    'ﬁnal ＦＡＮＴＡＳＹ',
    '原神 Genshin 원피스',
    'Ωμέγας',
    'ばはが',
  ]) {
    expect(wordsOf(title)).toEqual(indexedWords(title))
  }
})

it('joins the thousands of a number', () => {
  const joined = (text: string) => tokenise(text).joined.map(({ word }) => word)
  for (const number of ['1,000', '1.000', '1 000', '1\u202f000', '1\u00a0000']) {
    expect([number, joined(`${number} ships`)]).toEqual([number, ['1000']])
  }
  expect(joined('don’t pay $1,234,567.50')).toEqual(['dont', '1234567'])
  expect(tokenise('Over 20,000!').joined).toEqual([{ word: '20000', start: 5, end: 11 }])
  expect(joined('0.125 1,000,00 3.14 1984 200 12,34 1,0000 007.000')).toEqual([])
})
