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

const comic = { id: 1, seriesId: 1, format: 'cbz', pageCount: 10 } as MatchedBook
const placeIn = (said: Partial<ProgressRecord>) => {
  const record = { isCompleted: false, startedAt: null, readAt: 1, completedAt: null, pageCount: 10, ...said }
  const { row } = toImportedProgress(record as ProgressRecord, comic, 1, { outline: undefined, exact: undefined })
  return [row.page, row.percentage, row.position?.locator]
}
const strip = (position: number, progression: unknown) => ({ href: 'p4.png', locations: { position, progression } })

it('reopens a strip where in the page it was', () => {
  const locator = strip(4, 0.25)
  expect(placeIn({ page: 4, percentage: 0.325, locator })).toEqual([4, 0.325, JSON.stringify(locator)])
})

it('takes no place in a page that is another one here', () => {
  expect(placeIn({ page: 4, percentage: 0.4, locator: strip(5, 0.25) })).toEqual([4, 0.4, null])
  expect(placeIn({ page: 4, percentage: 0.4, locator: strip(4, 0) })).toEqual([4, 0.4, null])
  expect(placeIn({ page: 4, percentage: 0.4, locator: strip(4, 'half') })).toEqual([4, 0.4, null])
  expect(placeIn({ page: 4, percentage: 0.9, locator: null })).toEqual([4, 0.4, null])
  expect(placeIn({ page: 4, pageCount: 8, percentage: 0.5, locator: strip(4, 0.5) })).toEqual([4, 0.4, null])
})
