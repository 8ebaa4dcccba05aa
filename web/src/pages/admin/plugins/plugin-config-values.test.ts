import { expect, test } from 'vitest'
import { configListFromText, missingPluginSettings, splitNewEntries } from './plugin-config-values.ts'

test('what a plugin cannot work without is named until somebody fills it in', () => {
  const manifest = {
    configSchema: {
      fields: [
        { key: 'baseUrl', label: 'Address', type: 'string', required: true },
        { key: 'limit', label: 'Limit', type: 'number', required: true, default: 10 },
        { key: 'extra', label: 'Extra', type: 'string' },
      ],
    },
    requiredCredentials: [
      { key: 'api_key', label: 'API key' },
      { key: 'other', label: 'Other', required: false },
    ],
  }
  expect(missingPluginSettings({ config: { baseUrl: ' ' }, credentialKeys: [], manifest })).toEqual([
    'Address',
    'API key',
  ])
  const config = { baseUrl: 'https://tracker.example' }
  expect(missingPluginSettings({ config, credentialKeys: ['api_key'], manifest })).toEqual([])
  expect(missingPluginSettings({ config: {}, credentialKeys: [], manifest: null })).toEqual([])
})

test('a pasted list is read as JSON, lines or words between commas', () => {
  const entries = ['1r0n', 'q:?c=3_1&q=Berserk']
  expect(configListFromText(JSON.stringify(entries))).toEqual(entries)
  expect(configListFromText(`${entries.join('\r\n')}\n`)).toEqual(entries)
  expect(configListFromText(entries.join(', '))).toEqual(entries)
  expect(configListFromText('1r0n')).toEqual(['1r0n'])
  expect(configListFromText('12')).toEqual(['12'])
})

test('an entry typed with commas becomes several, and those that were there stay as they are', () => {
  expect(splitNewEntries(['a, b', '1r0n, q:Salt', 'q:Ferry'], ['a, b'])).toEqual(['a, b', '1r0n', 'q:Salt', 'q:Ferry'])
  expect(splitNewEntries(['1r0n', 'q:Salt,1r0n'], ['1r0n'])).toEqual(['1r0n', 'q:Salt'])
})
