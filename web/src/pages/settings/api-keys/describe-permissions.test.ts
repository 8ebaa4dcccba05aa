import { expect, test } from 'vitest'
import { permissions } from '../../../../../src/contract/enum-values.ts'
import { describePermissions } from './describe-permissions.ts'
import { presetPermissions } from './key-presets.ts'

test('a reading app may read books and store progress', () => {
  expect(describePermissions(presetPermissions.opds)).toEqual(['permissionText.read', 'permissionText.saveProgress'])
})

test('without access to pages a key can only browse', () => {
  expect(describePermissions(presetPermissions.metadata)).toEqual(['permissionText.browse', 'permissionText.edit'])
})

test('no permission goes unmentioned', () => {
  for (const permission of permissions) expect(describePermissions([permission]), permission).toHaveLength(1)
})
