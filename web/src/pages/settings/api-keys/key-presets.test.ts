import { expect, test } from 'vitest'
import { permissionsOfRole } from '../../../../../src/contract/permissions.ts'
import {
  findPreset,
  missingPermissionsForPreset,
  type Permission,
  permissionsForPreset,
  presetPermissions,
} from './key-presets.ts'

const reader = permissionsOfRole.reader

test('full access leaves the choice to the server, custom requests what is ticked', () => {
  expect(permissionsForPreset('full', ['BooksRead'])).toBeUndefined()
  expect(permissionsForPreset('custom', ['BooksRead'])).toEqual(['BooksRead'])
  expect(permissionsForPreset('automation', [])).toEqual(['LibrariesRead', 'LibrariesWrite', 'TasksRead', 'TasksWrite'])
})

test('a reader can create keys for reading apps, and sees which permissions the others need', () => {
  expect(missingPermissionsForPreset('opds', reader)).toEqual([])
  expect(missingPermissionsForPreset('readOnly', reader)).toEqual([])
  expect(missingPermissionsForPreset('automation', reader)).toEqual(['LibrariesWrite', 'TasksRead', 'TasksWrite'])
  expect(missingPermissionsForPreset('mobile', reader)).toEqual(['BooksWrite'])
})

test('a maintainer can use every preset', () => {
  for (const name of Object.keys(presetPermissions) as (keyof typeof presetPermissions)[])
    expect(missingPermissionsForPreset(name, permissionsOfRole.maintainer)).toEqual([])
})

test('a key is recognised by what it may do, in any order', () => {
  expect(findPreset([...presetPermissions.opds].reverse(), reader)).toBe('opds')
  expect(findPreset(reader, reader)).toBe('full')
  const odd: Permission[] = ['BooksRead', 'TasksRead']
  expect(findPreset(odd, permissionsOfRole.admin)).toBe('custom')
})
