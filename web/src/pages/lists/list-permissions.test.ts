import { expect, test } from 'vitest'
import { canEditList } from './list-permissions.ts'

test('a reader changes lists of their own, and no shared ones', () => {
  expect(canEditList({ shared: false }, false)).toBe(true)
  expect(canEditList({ shared: true }, false)).toBe(false)
  expect(canEditList(undefined, false)).toBe(false)
})

test('whoever may share lists changes shared ones too', () => {
  expect(canEditList({ shared: true }, true)).toBe(true)
})
