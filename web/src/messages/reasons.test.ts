import { expect, test } from 'vitest'
import { reasonOf } from '../../../src/contract/reasons.ts'
import { reasonText } from './reason-text.ts'
import { loadReasonTranslations, switchLanguage } from './t.ts'
import { translateSentence } from './translate-sentence.ts'

test("a sentence of the server is shown in the person's language", async () => {
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

test('a sentence that comes without its code is recognised, and so is the one it ends in', async () => {
  const broken = '“Page 003.jpg” is damaged and can’t be unpacked.'
  expect(await translateSentence(broken)).toBe(broken)
  await switchLanguage('de')
  expect(await translateSentence(broken)).toBe('„Page 003.jpg“ ist beschädigt und lässt sich nicht entpacken.')
  expect(await translateSentence(`${broken} (and 4 more)`)).toBe(
    '„Page 003.jpg“ ist beschädigt und lässt sich nicht entpacken. (und 4 weitere)',
  )
  expect(await translateSentence('The plugin could not be started: The plugin’s process ended with code 1.')).toBe(
    'Das Plugin konnte nicht gestartet werden: Der Prozess des Plugins endete mit Code 1.',
  )
  // As an earlier version stored it.
  expect(await translateSentence('The archive is damaged or cut short.')).toBe(
    'Das Archiv ist beschädigt oder unvollständig.',
  )
  expect(await translateSentence('ECONNREFUSED')).toBe('ECONNREFUSED')
  await switchLanguage('en')
})

test('the most precise sentence is recognised', () => {
  expect(reasonOf('There is no file or folder at /a on the server.')?.code).toBe('folder_missing')
  expect(reasonOf('There is no file or folder at /a.')?.code).toBe('import_no_such_path')
  expect(reasonOf('must be at least 3')).toEqual({ code: 'field_min', params: { limit: '3' } })
})
