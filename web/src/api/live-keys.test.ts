import { expect, test } from 'vitest'
import { showsOneOf, touchedBy } from './live-keys.ts'

test('a resync makes everything stale', () => {
  expect(touchedBy({ type: 'resync' })).toEqual([[]])
})

test('progress from another device touches the shelves, the book and its series, not the long lists', () => {
  const keys = touchedBy({ type: 'progress_updated', bookId: 'b', seriesId: 's' })
  expect(keys).toContainEqual(['books', 'shelf', 'in-progress'])
  expect(keys).toContainEqual(['books', 'one', 'b'])
  expect(keys).toContainEqual(['series', 'one', 's'])
  expect(keys).not.toContainEqual(['books', 'list'])
})

test('of the long lists only those are asked for anew that show what was read', () => {
  const shows = showsOneOf(new Set(['b', 's']))
  const page = (id: string) => ({ data: [{ id: 'x' }, { id }], total: 2 })
  expect(shows({ queryKey: ['books', 'list', {}], state: { data: page('b') } })).toBe(true)
  expect(shows({ queryKey: ['series', 'list', {}], state: { data: page('s') } })).toBe(true)
  expect(shows({ queryKey: ['books', 'of-readlist', 'r'], state: { data: [{ id: 'b' }] } })).toBe(true)
  expect(shows({ queryKey: ['books', 'list', {}], state: { data: page('c') } })).toBe(false)
  expect(shows({ queryKey: ['books', 'list', {}], state: { data: undefined } })).toBe(false)
  expect(shows({ queryKey: ['collections'], state: { data: [{ id: 'b' }] } })).toBe(false)
})

test('a new book touches lists, shelves and its series', () => {
  const keys = touchedBy({ type: 'book_created', bookId: 'b', seriesId: 's' })
  expect(keys).toContainEqual(['books', 'list'])
  expect(keys).toContainEqual(['books', 'of-series', 's'])
  expect(keys).toContainEqual(['libraries'])
})

test('a list that was changed elsewhere is asked for anew', () => {
  expect(touchedBy({ type: 'collection_updated' })).toEqual([['collections']])
  expect(touchedBy({ type: 'read_list_deleted' })).toEqual([['readlists']])
})

test('a changed cover refetches nothing: its address changes instead', () => {
  expect(touchedBy({ type: 'cover_updated' })).toEqual([])
})

test('a burst of changes refreshes lists and shelves', () => {
  const keys = touchedBy({ type: 'library_updated', counts: { booksCreated: 900 } })
  expect(keys).toContainEqual(['books', 'shelf'])
  expect(keys).toContainEqual(['series', 'list'])
})
