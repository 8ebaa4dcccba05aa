import { expect, test } from 'vitest'
import { mayChange } from './use-may-change.ts'

test('a reader changes lists of their own, and no shared ones', () => {
  expect(mayChange({ shared: false }, false)).toBe(true)
  expect(mayChange({ shared: true }, false)).toBe(false)
  expect(mayChange(undefined, false)).toBe(false)
})

test('whoever may share lists changes shared ones too', () => {
  expect(mayChange({ shared: true }, true)).toBe(true)
})
