import { expect, test } from 'vitest'
import { missingPluginSettings } from './plugin-config-values.ts'

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
