import { expect, test } from 'vitest'
import { touchedBy } from './live-keys.ts'

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
