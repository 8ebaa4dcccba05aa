import { expect, test } from 'vitest'
import { settingsPageAtPath } from './settings-page-at-path.ts'

const entries = [
  { area: 'settings', path: 'profile' },
  { area: 'settings', path: 'profile/api-keys' },
  { area: 'admin', path: 'users' },
]

test('the bare address opens the first page of its area', () => {
  expect(settingsPageAtPath(entries, 'settings', '')).toEqual({ entry: entries[0], rest: '' })
  expect(settingsPageAtPath(entries, 'admin', '')).toEqual({ entry: entries[2], rest: '' })
})

test('the longer path wins, and what is behind it is left for the page', () => {
  expect(settingsPageAtPath(entries, 'settings', 'profile/api-keys/new')).toEqual({ entry: entries[1], rest: 'new' })
  expect(settingsPageAtPath(entries, 'settings', 'profile')).toEqual({ entry: entries[0], rest: '' })
})

test('an unknown address, or one of the other area, leads nowhere', () => {
  expect(settingsPageAtPath(entries, 'settings', 'users')).toBeUndefined()
  expect(settingsPageAtPath(entries, 'settings', 'profiles')).toBeUndefined()
})
