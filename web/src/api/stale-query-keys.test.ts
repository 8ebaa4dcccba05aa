import { expect, test } from 'vitest'
import { queryHoldsAnyItem, staleQueryKeys } from './stale-query-keys.ts'

test('a resync makes everything stale', () => {
  expect(staleQueryKeys({ type: 'resync' })).toEqual([[]])
})

test('progress from another device makes the home rows, the book and its series stale, not the long lists', () => {
  const keys = staleQueryKeys({ type: 'progress_updated', bookId: 'b', seriesId: 's' })
  expect(keys).toContainEqual(['books', 'row', 'in-progress'])
  expect(keys).toContainEqual(['books', 'one', 'b'])
  expect(keys).toContainEqual(['series', 'one', 's'])
  expect(keys).not.toContainEqual(['books', 'list'])
})

test('of the long lists only those that show what was read are fetched again', () => {
  const shows = queryHoldsAnyItem(new Set(['b', 's']))
  const page = (id: string) => ({ data: [{ id: 'x' }, { id }], total: 2 })
  expect(shows({ queryKey: ['books', 'list', {}], state: { data: page('b') } })).toBe(true)
  expect(shows({ queryKey: ['series', 'list', {}], state: { data: page('s') } })).toBe(true)
  expect(shows({ queryKey: ['books', 'of-readlist', 'r'], state: { data: [{ id: 'b' }] } })).toBe(true)
  expect(shows({ queryKey: ['books', 'list', {}], state: { data: page('c') } })).toBe(false)
  expect(shows({ queryKey: ['books', 'list', {}], state: { data: undefined } })).toBe(false)
  expect(shows({ queryKey: ['collections'], state: { data: [{ id: 'b' }] } })).toBe(false)
})

test('a new book makes lists, home rows and its series stale', () => {
  const keys = staleQueryKeys({ type: 'book_created', bookId: 'b', seriesId: 's' })
  expect(keys).toContainEqual(['books', 'list'])
  expect(keys).toContainEqual(['books', 'of-series', 's'])
  expect(keys).toContainEqual(['libraries'])
})

test('a list that was changed elsewhere is fetched again', () => {
  expect(staleQueryKeys({ type: 'collection_updated' })).toEqual([['collections']])
  expect(staleQueryKeys({ type: 'read_list_deleted' })).toEqual([['readlists']])
})

test('a changed cover refetches nothing: its address changes instead', () => {
  expect(staleQueryKeys({ type: 'cover_updated' })).toEqual([])
})

test('a burst of changes refreshes lists and home rows', () => {
  const keys = staleQueryKeys({ type: 'library_updated', counts: { booksCreated: 900 } })
  expect(keys).toContainEqual(['books', 'row'])
  expect(keys).toContainEqual(['series', 'list'])
})

test('a bookmark from another device makes only those of its book stale', () => {
  expect(staleQueryKeys({ type: 'bookmark_updated', bookId: 'b', seriesId: 's' })).toEqual([['bookmarks', 'b']])
})

test('what is shown of plugins follows their events', () => {
  expect(staleQueryKeys({ type: 'plugin_health_changed' })).toEqual([['plugins']])
  expect(staleQueryKeys({ type: 'release_source_polled' })).toEqual([['plugins', 'sources']])
  expect(staleQueryKeys({ type: 'release_sources_registered' })).toEqual([['plugins', 'sources']])
  expect(staleQueryKeys({ type: 'plugin_disabled' })).toContainEqual(['plugin-actions'])
})
