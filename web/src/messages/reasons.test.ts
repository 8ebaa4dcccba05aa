import { expect, test } from 'vitest'
import { reasonOf, reasonSentences } from '../../../src/contract/reasons.ts'
import { de } from './de.ts'
import { ja } from './ja.ts'
import { reasonText } from './reason-text.ts'
import { chooseLanguage } from './t.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

test('every reason of the server has a sentence in each language, filled with the same', () => {
  for (const [code, sentence] of Object.entries(reasonSentences)) {
    const key = `reason.${code}` as keyof typeof de & keyof typeof ja
    for (const catalogue of [de, ja]) {
      expect(catalogue[key]).toBeTruthy()
      expect([code, placeholders(String(catalogue[key]))]).toEqual([code, placeholders(sentence)])
    }
  }
})

test('a sentence of the server is said in the language of the person', async () => {
  const sentence = 'There is no file or folder at /books (old) on the server.'
  await chooseLanguage('de')
  expect(reasonText(reasonOf(sentence), sentence)).toBe(
    'Unter /books (old) gibt es auf dem Server keine Datei und keinen Ordner.',
  )
  await chooseLanguage('ja')
  expect(reasonText(reasonOf('The file is empty.'), 'The file is empty.')).toBe('ファイルが空です。')
  expect(reasonText(undefined, 'Something new.')).toBe('Something new.')
  expect(reasonText({ code: 'of_a_newer_server', params: {} }, 'Something new.')).toBe('Something new.')
  await chooseLanguage('en')
})
