import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../../../web/src/messages/language-list.ts'
import { wantToReadName } from './want-to-read-name.ts'

const messages = join(import.meta.dirname, '../../../web/src/messages')
const nameInWeb = (language: string): string =>
  JSON.parse(readFileSync(join(messages, language, 'common.json'), 'utf8'))['nav.wantToRead']

test.each(Object.keys(languages))('the collection on a device in %s is called as in the web interface', (language) => {
  expect(wantToReadName(language)).toBe(nameInWeb(language))
})

test('the language is that of the first tag, whatever its region', () => {
  expect(wantToReadName('de-AT, en;q=0.8')).toBe(nameInWeb('de'))
  expect(wantToReadName('zh-TW')).toBe(nameInWeb('zh-Hant'))
  expect(wantToReadName('zh-CN, *;q=0.9')).toBe(nameInWeb('zh-Hans'))
  expect(wantToReadName('pt-PT')).toBe(nameInWeb('pt-BR'))
})

test('devices without a known language get the English name', () => {
  for (const header of [undefined, '', '*', 'sv-SE', 'not a language']) {
    expect(wantToReadName(header)).toBe('Want to read')
  }
})
