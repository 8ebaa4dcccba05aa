import { expect, test } from 'vitest'
import { permissions } from '../../../../../src/contract/permissions.ts'
import { deedsOf } from './in-words.ts'
import { presets } from './presets.ts'

test('a reading app reads and keeps the place', () => {
  expect(deedsOf(presets.opds)).toEqual(['deed.read', 'deed.keepPlace'])
})

test('without pages one can only browse', () => {
  expect(deedsOf(presets.metadata)).toEqual(['deed.browse', 'deed.edit'])
})

test('no permission goes unmentioned', () => {
  for (const permission of permissions) expect(deedsOf([permission]), permission).toHaveLength(1)
})
