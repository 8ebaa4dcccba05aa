import { expect, test } from 'vitest'
import { type DeniableAction, type Permission, permissionsOfRole, type Role } from '../../contract/permissions.ts'
import { effectivePermissions, permissionsOfKey } from './effective-permissions.ts'
import { permissionsForNewKey } from './key-permissions.ts'
import { faultOfPassword } from './password-rules.ts'

const permissionsOf = (role: Role, permissions: Permission[], denied: DeniableAction[] = []) =>
  effectivePermissions({ role, permissions, denied })
const maintainer = permissionsOf('maintainer', [])

test('custom permissions add to the role and never take away', () => {
  expect(permissionsOf('reader', []).size).toBe(8)
  expect([...permissionsOf('reader', ['UsersRead'])]).toEqual([...permissionsOfRole.reader, 'UsersRead'])
  expect(permissionsOf('admin', ['BooksRead']).size).toBe(21)
})

test('a user denied pages cannot read any, not even as an admin', () => {
  expect(permissionsOf('admin', ['PagesRead'], ['page_streaming']).has('PagesRead')).toBe(false)
  expect(permissionsOf('reader', [], ['file_download']).size).toBe(8)
})

test('a key can do what it was granted only as long as its owner can', () => {
  expect([...permissionsOfKey(permissionsOf('admin', []), ['UsersRead', 'BooksRead'])]).toEqual([
    'UsersRead',
    'BooksRead',
  ])
  expect([...permissionsOfKey(maintainer, ['UsersRead', 'BooksRead'])]).toEqual(['BooksRead'])
})

test('a maintainer has exactly fifteen permissions, and all of them go into a key made without a list', () => {
  expect(permissionsForNewKey(maintainer, undefined)).toHaveLength(15)
  expect(permissionsForNewKey(maintainer, [])).toEqual([])
})

test('a maintainer cannot make a key that reads users', () => {
  expect(() => permissionsForNewKey(maintainer, ['BooksRead', 'UsersRead'])).toThrowError(
    expect.objectContaining({ code: 'permission_denied', details: { permission: 'UsersRead' } }),
  )
})

test('passwords are judged by length, not by their mix of characters', () => {
  expect(faultOfPassword('just words here', ['ada'])).toBeUndefined()
  expect(faultOfPassword('äöüäöüä', ['ada'])?.message).toContain('at least 8')
  expect(faultOfPassword('🔑🔑🔑🔑', ['ada'])?.message).toContain('at least 8')
  expect(faultOfPassword('x'.repeat(513), ['ada'])?.message).toContain('at most 512')
})

test('the name of the account and the commonest passwords are refused', () => {
  expect(faultOfPassword('AdaLovelace', ['adalovelace'])?.message).toContain('name')
  expect(faultOfPassword('ada@example.org', ['ada', 'ada@example.org'])?.message).toContain('name')
  expect(faultOfPassword('Password1', [])?.message).toContain('too common')
})
