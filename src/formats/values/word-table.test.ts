import { expect, test } from 'vitest'
import { languageTag } from './language.ts'
import { wordTable } from './word-table.ts'

test('a table of words knows only its own entries', () => {
  const table = wordTable<string>({ jp: 'ja' })
  expect(table.jp).toBe('ja')
  for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) expect(table[word]).toBeUndefined()
})

test('a language called "constructor" is none', () => {
  expect(languageTag('constructor')).toBeUndefined()
  expect(languageTag('__proto__')).toBeUndefined()
})
