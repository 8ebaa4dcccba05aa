import { expect, test } from 'vitest'
import { permissionsOfRole } from '../../../../../src/contract/permissions.ts'
import { lackingFor, type Permission, permissionsFor, presetOf, presets } from './presets.ts'

const reader = permissionsOfRole.reader

test('full access leaves the choice to the server, custom asks for what is ticked', () => {
  expect(permissionsFor('full', ['BooksRead'])).toBeUndefined()
  expect(permissionsFor('custom', ['BooksRead'])).toEqual(['BooksRead'])
  expect(permissionsFor('automation', [])).toEqual(['LibrariesRead', 'LibrariesWrite', 'TasksRead', 'TasksWrite'])
})

test('a reader can make keys for reading apps, and is told what is missing for the others', () => {
  expect(lackingFor('opds', reader)).toEqual([])
  expect(lackingFor('readOnly', reader)).toEqual([])
  expect(lackingFor('automation', reader)).toEqual(['LibrariesWrite', 'TasksRead', 'TasksWrite'])
  expect(lackingFor('mobile', reader)).toEqual(['BooksWrite'])
})

test('a maintainer can use every preset', () => {
  for (const name of Object.keys(presets) as (keyof typeof presets)[])
    expect(lackingFor(name, permissionsOfRole.maintainer)).toEqual([])
})

test('a key is recognised by what it may do, in any order', () => {
  expect(presetOf([...presets.opds].reverse(), reader)).toBe('opds')
  expect(presetOf(reader, reader)).toBe('full')
  const odd: Permission[] = ['BooksRead', 'TasksRead']
  expect(presetOf(odd, permissionsOfRole.admin)).toBe('custom')
})
