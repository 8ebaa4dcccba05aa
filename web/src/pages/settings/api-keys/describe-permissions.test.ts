import { expect, test } from 'vitest'
import { permissions } from '../../../../../src/contract/enum-values.ts'
import { describePermissions } from './describe-permissions.ts'
import { presetPermissions } from './key-presets.ts'

test('a reading app reads and keeps the place', () => {
  expect(describePermissions(presetPermissions.opds)).toEqual(['permissionText.read', 'permissionText.saveProgress'])
})

test('without pages one can only browse', () => {
  expect(describePermissions(presetPermissions.metadata)).toEqual(['permissionText.browse', 'permissionText.edit'])
})

test('no permission goes unmentioned', () => {
  for (const permission of permissions) expect(describePermissions([permission]), permission).toHaveLength(1)
})
