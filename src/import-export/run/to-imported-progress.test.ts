import { expect, it } from 'vitest'
import type { ProgressRecord } from '../user-records.ts'
import type { MatchedBook } from './match-books.ts'
import { toImportedProgress } from './to-imported-progress.ts'

const book = { id: 1, seriesId: 1, format: 'epub', pageCount: 94 } as MatchedBook
const pageOf = (said: Partial<ProgressRecord>) => {
  const record = { percentage: null, isCompleted: false, startedAt: null, readAt: 1, completedAt: null, ...said }
  return toImportedProgress(record as ProgressRecord, book, 1, { outline: undefined, exact: undefined }).row.page
}

it('reopens an EPUB at the page that the other server showed, where both count the same pages', () => {
  for (const page of [1, 22, 93, 94]) expect(pageOf({ page, pageCount: 94, percentage: page / 94 })).toBe(page)
  expect(pageOf({ page: 0, pageCount: 94, percentage: 0 })).toBe(1)
  expect(pageOf({ page: 99, pageCount: 94, percentage: 1 })).toBe(94)
})

it('otherwise takes the share that was read', () => {
  expect(pageOf({ page: 5, pageCount: 10, percentage: 0.5 })).toBe(48)
  expect(pageOf({ page: null, pageCount: null, percentage: 0.5 })).toBe(48)
})
