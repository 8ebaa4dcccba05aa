import { expect, test } from 'vitest'
import { progressAtPage } from './use-save-page-position.ts'

test('a book of pages is read when its last page is shown', () => {
  expect(progressAtPage(4, 5, false)).toEqual({ currentPage: 4, progressPercentage: 0.8, completed: false })
  expect(progressAtPage(5, 5, false)).toEqual({ currentPage: 5, progressPercentage: 1, completed: true })
})

test('a book of strips is read when the end of its last strip is shown', () => {
  expect(progressAtPage(4.5, 5, true)).toEqual({ currentPage: 4, progressPercentage: 0.7, completed: false })
  expect(progressAtPage(5, 5, true)).toEqual({ currentPage: 5, progressPercentage: 0.8, completed: false })
  expect(progressAtPage(5.97, 5, true).completed).toBe(false)
  expect(progressAtPage(5.999, 5, true)).toEqual({ currentPage: 5, progressPercentage: 1, completed: true })
})
