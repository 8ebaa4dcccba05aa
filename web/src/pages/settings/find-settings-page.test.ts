import { expect, test } from 'vitest'
import { findSettingsPage } from './find-settings-page.ts'

const entries = [
  { area: 'settings', path: 'profile' },
  { area: 'settings', path: 'profile/api-keys' },
  { area: 'admin', path: 'users' },
]

test('the bare address opens the first page of its area', () => {
  expect(findSettingsPage(entries, 'settings', '')).toEqual({ entry: entries[0], rest: '' })
  expect(findSettingsPage(entries, 'admin', '')).toEqual({ entry: entries[2], rest: '' })
})

test('the longer path wins, and what is behind it is left for the page', () => {
  expect(findSettingsPage(entries, 'settings', 'profile/api-keys/new')).toEqual({ entry: entries[1], rest: 'new' })
  expect(findSettingsPage(entries, 'settings', 'profile')).toEqual({ entry: entries[0], rest: '' })
})

test('an unknown address, or one of the other area, leads nowhere', () => {
  expect(findSettingsPage(entries, 'settings', 'users')).toBeUndefined()
  expect(findSettingsPage(entries, 'settings', 'profiles')).toBeUndefined()
})
