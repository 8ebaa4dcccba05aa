import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { meQuery, signOut } from '../api/session.ts'
import { clearOfflineDataOnUserChange } from './clear-on-user-change.ts'

// The server was updated: chunks that this tab hasn't loaded yet are gone.
vi.mock('./downloads.ts', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

const kept = new Map<string, string>()
const stored = new Set<string>()
let person = 'ada'

vi.stubGlobal('document', { baseURI: 'http://localhost/' })
vi.stubGlobal('fetch', async () => Response.json({ id: person }))
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})
vi.stubGlobal('caches', {
  keys: async () => [...stored],
  delete: async (name: string) => stored.delete(name),
})
clearOfflineDataOnUserChange()
afterAll(() => vi.unstubAllGlobals())

const signedIn = async (name: string) => {
  person = name
  queryClient.clear()
  await queryClient.fetchQuery(meQuery)
}

beforeEach(async () => {
  kept.clear()
  await signedIn('ada')
  for (const name of ['lectern-shell-1', 'lectern-answers', 'lectern-book-1', 'lectern-book-2']) stored.add(name)
  kept.set('lectern-downloads', '[{"book":{"id":"1"}}]')
})

test('nothing of a person stays after signing out, not even a download that is missing in their list', async () => {
  await signOut()
  expect([...stored]).toEqual(['lectern-shell-1'])
  expect(kept.has('lectern-downloads')).toBe(false)
})

test('the downloads stay for the same person, and go when another signs in', async () => {
  await signedIn('ada')
  expect(stored.size).toBe(4)
  await signedIn('ben')
  await expect.poll(() => [...stored]).toEqual(['lectern-shell-1'])
})
