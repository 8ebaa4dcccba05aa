import { expect, test } from 'vitest'
import { chapterLength } from './chapter-length.ts'

test('a chapter is as long as its positions, or as its text, if that packs to almost nothing', () => {
  expect(chapterLength(12, undefined)).toBe(12)
  expect(chapterLength(12, 30_000)).toBe(12)
  expect(chapterLength(9, 3_000_000)).toBe(750)
})
