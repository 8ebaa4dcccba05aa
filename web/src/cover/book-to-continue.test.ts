import { expect, test } from 'vitest'
import type { Book } from '../api/types.ts'
import { findBookToContinue } from './book-to-continue.ts'

const book = (id: string, progress?: { completed: boolean; updatedAt: string }) =>
  ({ id, readProgress: progress ?? null }) as Book

test('a book in progress comes first, the latest of several', () => {
  const books = [
    book('1', { completed: false, updatedAt: '2026-01-01' }),
    book('2', { completed: false, updatedAt: '2026-02-01' }),
    book('3'),
  ]
  expect(findBookToContinue(books)).toEqual({ book: books[1], verb: 'continue' })
})

test('after finished books the next unread one follows', () => {
  const books = [book('1', { completed: true, updatedAt: '2026-01-01' }), book('2')]
  expect(findBookToContinue(books)).toEqual({ book: books[1], verb: 'continue' })
})

test('an untouched series begins at the beginning', () => {
  const books = [book('1'), book('2')]
  expect(findBookToContinue(books)).toEqual({ book: books[0], verb: 'read' })
})

test('a file that cannot be opened is passed over, and offered nowhere', () => {
  const broken = { ...book('1'), analysisError: 'The archive is broken.', pageCount: 0 }
  const whole = book('2')
  expect(findBookToContinue([broken, whole])).toEqual({ book: whole, verb: 'read' })
  expect(findBookToContinue([broken])).toBeUndefined()
})

test('a finished series begins again, an empty one offers nothing', () => {
  const done = book('1', { completed: true, updatedAt: '2026-01-01' })
  expect(findBookToContinue([done])).toEqual({ book: done, verb: 'again' })
  expect(findBookToContinue([])).toBeUndefined()
})
