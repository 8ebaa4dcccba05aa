import { expect, it } from 'vitest'
import { settingsEnglish } from '../../../messages/settings-english.ts'
import { addEnglish } from '../../../messages/t.ts'
import { importErrorText } from './import-names.ts'
import type { Import } from './imports-api.ts'

addEnglish(settingsEnglish)

it('says whether reading was cancelled, or why it failed', () => {
  const ended = (status: string) => ({ status }) as Import['task']
  expect(importErrorText({ error: null, task: ended('cancelled') })).toBe('Reading was cancelled.')
  expect(importErrorText({ error: null, task: ended('failed') })).toBe('The file couldn’t be read.')
  expect(importErrorText({ error: 'The disk is full.', task: ended('cancelled') })).toBe('The disk is full.')
})
