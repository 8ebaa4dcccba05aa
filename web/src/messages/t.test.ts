import { afterEach, expect, test } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import { chooseLanguage, fillMessage, t } from './t.ts'
import type { Message } from './translation.ts'

afterEach(() => chooseLanguage('en'))

const forms = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message))
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

test('every translation fills in the same things as the original', () => {
  for (const catalogue of [de, ja])
    for (const [key, original] of Object.entries(en)) {
      const wanted = new Set(forms(original).flatMap(names))
      const given = new Set(forms(catalogue[key as keyof typeof en]).flatMap(names))
      expect([...given].sort(), key).toEqual([...wanted].sort())
    }
})

test('no translation is empty or shouts', () => {
  for (const catalogue of [en, de, ja])
    for (const [key, message] of Object.entries(catalogue))
      for (const form of forms(message)) {
        expect(form.trim(), key).not.toBe('')
        expect(form, key).not.toMatch(/[!！]/)
      }
})

test('numbers choose the plural form of the language', async () => {
  expect(t('count.books', { count: 0 })).toBe('No books')
  expect(t('count.books', { count: 1 })).toBe('1 book')
  expect(t('count.books', { count: 12_345 })).toBe('12,345 books')
  await chooseLanguage('de')
  expect(t('count.books', { count: 1 })).toBe('1 Buch')
  expect(t('count.books', { count: 12_345 })).toBe('12.345 Bücher')
  await chooseLanguage('ja')
  expect(t('count.books', { count: 1 })).toBe('1 冊')
})

test('what is not given stays visible instead of vanishing', () => {
  expect(fillMessage('Hello {name}', { other: 'x' })).toBe('Hello {name}')
})
