import { expect, test } from 'vitest'
import { mayReload } from './reload-on-missing-chunk.ts'

test('a tab that misses a part of the app is loaded anew, but not over and over', () => {
  const kept = new Map<string, string>()
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (k: string, v: string) => kept.set(k, v) }
  const now = Date.parse('2026-01-01')
  expect(mayReload(storage, now)).toBe(true)
  expect(mayReload(storage, now + 5_000)).toBe(false)
  expect(mayReload(storage, now + 120_000)).toBe(true)
})
