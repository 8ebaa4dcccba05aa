import { expect, test } from 'vitest'
import { reasonOf } from '../../../src/contract/reasons.ts'
import { reasonText } from './reason-text.ts'
import { loadReasonTranslations, switchLanguage } from './t.ts'

test('a sentence of the server is said in the language of the person', async () => {
  const sentence = 'There is no file or folder at /books (old) on the server.'
  await switchLanguage('de')
  await loadReasonTranslations()
  expect(reasonText(reasonOf(sentence), sentence)).toBe(
    'Unter /books (old) gibt es auf dem Server keine Datei und keinen Ordner.',
  )
  const finding = { code: 'doctor_backup_none', params: { folder: '/backups' } }
  expect(reasonText(finding, 'There is no backup in /backups.')).toBe('In /backups gibt es keine Sicherung.')
  await switchLanguage('ja')
  await loadReasonTranslations()
  expect(reasonText(reasonOf('The file is empty.'), 'The file is empty.')).toBe('ファイルが空です。')
  expect(reasonText(undefined, 'Something new.')).toBe('Something new.')
  expect(reasonText({ code: 'of_a_newer_server', params: {} }, 'Something new.')).toBe('Something new.')
  await switchLanguage('en')
})
