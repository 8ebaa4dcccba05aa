import { expect, test } from 'vitest'
import { permissionsOfRole } from '../../../../../src/contract/permissions.ts'
import { permissionsByRole } from './role-permissions.ts'

test('the roles are those of the server', () => {
  for (const role of ['reader', 'maintainer'] as const)
    expect([...permissionsByRole[role]].sort()).toEqual([...permissionsOfRole[role]].sort())
})
