import { expect, test } from 'vitest'
import { pageThumbnailWidth } from './page-thumbnail-width.ts'

const page = { width: 1000, height: 1500 }

test('small pictures of pages are sharp on every screen', () => {
  expect([1, 1.5, 2, 3].map((pixelRatio) => pageThumbnailWidth(page, pixelRatio))).toEqual([160, 320, 320, 320])
  expect(pageThumbnailWidth({ width: null, height: null }, 3)).toBe(320)
})

test('a strip, of which only the top is shown, stays small', () => {
  expect(pageThumbnailWidth({ width: 800, height: 12_000 }, 3)).toBe(160)
})
