import { expect, test } from 'vitest'
import { expiresAt } from './key-expiry.ts'

const now = Date.parse('2026-11-15T10:00:00Z')

test('a key ends never, after days, or at the end of a day', () => {
  expect(expiresAt('never', '', now)).toBeNull()
  expect(expiresAt('month', '', now)).toBe('2026-12-15T10:00:00.000Z')
  const end = new Date(expiresAt('date', '2026-12-24', now) ?? '')
  expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([24, 23, 59])
})
