import { afterEach, expect, test } from 'vitest'
import { joinList } from './format-values.ts'
import { languages } from './language-list.ts'
import { otherPagesEnglish } from './other-pages-english.ts'
import { quoted } from './quoted.ts'
import { addEnglish, loadPageMessages, numberText, switchLanguage, t } from './t.ts'

addEnglish(otherPagesEnglish)
afterEach(() => switchLanguage('en'))

test('numbers choose the plural form of the language', async () => {
  expect(t('count.books', { count: 0 })).toBe('No books')
  expect(t('count.books', { count: 1 })).toBe('1 book')
  expect(t('count.books', { count: 12_345 })).toBe('12,345 books')
  await switchLanguage('de')
  expect(t('count.books', { count: 1 })).toBe('1 Buch')
  expect(t('count.books', { count: 12_345 })).toBe('12.345 Bücher')
  await switchLanguage('ja')
  expect(t('count.books', { count: 1 })).toBe('1冊')
})

test('every language of the list can be chosen and says something for every message', async () => {
  for (const language of Object.keys(languages)) {
    await switchLanguage(language as keyof typeof languages)
    await loadPageMessages()
    expect(t('reader.page', { page: 1, total: 2 })).not.toMatch(/reader\.page|[{}]/)
    if (language !== 'en') expect(t('library.noMatch.text')).not.toBe(otherPagesEnglish['library.noMatch.text'])
  }
})

test('a number is written as in the chosen language, not as in the browser’s', async () => {
  expect(numberText(2004)).toBe('2,004')
  await switchLanguage('de')
  expect(numberText(2004)).toBe('2.004')
})

test('a message must be given what it is filled with', () => {
  // @ts-expect-error: the total is missing
  expect(t('reader.page', { page: 1 })).toBe('Page 1 of {total}')
  // @ts-expect-error: everything is missing
  expect(t('reader.page')).toBe('Page {page} of {total}')
  // @ts-expect-error: there is no such message
  expect(t('reader.nothing')).toBe('reader.nothing')
})

test('lists and quotations have the signs of the language', async () => {
  expect([joinList(['a', 'b']), quoted('a')]).toEqual(['a, b', '“a”'])
  await switchLanguage('fr')
  expect([joinList(['a', 'b']), quoted('a')]).toEqual(['a, b', '«\u202fa\u202f»'])
  await switchLanguage('ja')
  expect([joinList(['a', 'b']), quoted('a')]).toEqual(['a、b', '「a」'])
})
