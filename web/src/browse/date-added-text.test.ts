import { expect, test } from 'vitest'
import type { Book, Series } from '../api/types.ts'
import { dateAddedText } from './date-added-text.ts'

// On this day wherever the test runs.
const added = { createdAt: new Date(2026, 2, 5, 12).toISOString() }
const series = { ...added, title: 'Saga', year: 2012, bookCount: 3 } as Series
const book = { ...added, title: 'Saga Vol. 2', seriesName: 'Saga' } as Book

test('cards say when they were added where that is the order', () => {
  expect(dateAddedText('series', series, 'date_added,desc')).toBe('Mar 5, 2026 · 2012 · 3 books')
  expect(dateAddedText('books', book, 'created_at,asc')).toBe('Mar 5, 2026 · Vol. 2')
  expect(dateAddedText('books', book, 'title,asc')).toBe(undefined)
})
