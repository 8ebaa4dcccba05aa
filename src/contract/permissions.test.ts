import { expect, test } from 'vitest'
import { permissions } from './enum-values.ts'
import { isPermission, permissionsOfRole, sortPermissions } from './permissions.ts'

test('there are 21 permissions, and the roles hold 8, 15 and all of them', () => {
  expect(new Set(permissions).size).toBe(21)
  expect(new Set(permissionsOfRole.reader).size).toBe(8)
  expect(new Set(permissionsOfRole.maintainer).size).toBe(15)
  expect(permissionsOfRole.admin).toEqual(permissions)
})

test('each role holds everything the smaller one holds', () => {
  expect(permissionsOfRole.maintainer).toEqual(expect.arrayContaining([...permissionsOfRole.reader]))
  expect(permissionsOfRole.admin).toEqual(expect.arrayContaining([...permissionsOfRole.maintainer]))
})

test('only an admin may read users', () => {
  expect(permissionsOfRole.maintainer).not.toContain('UsersRead')
  expect(permissionsOfRole.admin).toContain('UsersRead')
})

test('a permission is recognised only by its exact name', () => {
  expect(isPermission('BooksRead')).toBe(true)
  expect(isPermission('books-read')).toBe(false)
  expect(isPermission('toString')).toBe(false)
})

test('permissions are always listed in the same order', () => {
  expect(sortPermissions(['SystemAdmin', 'BooksRead', 'LibrariesRead', 'BooksRead'])).toEqual([
    'LibrariesRead',
    'BooksRead',
    'SystemAdmin',
  ])
})
