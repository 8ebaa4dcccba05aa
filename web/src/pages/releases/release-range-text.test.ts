import { expect, test } from 'vitest'
import { otherPagesEnglish } from '../../messages/other-pages-english.ts'
import { addEnglish } from '../../messages/t.ts'
import { releaseRangeText } from './release-range-text.ts'

addEnglish(otherPagesEnglish)

test('what a release contains is written in a line', () => {
  const one = { start: 107, end: 107 }
  expect(releaseRangeText({ volumes: [one], chapters: null })).toBe('Vol. 107')
  expect(releaseRangeText({ volumes: [one, { start: 1, end: 3.5 }], chapters: [{ start: 9, end: 10 }] })).toBe(
    'Vol. 107, 1–3.5 · Ch. 9–10',
  )
  expect(releaseRangeText({ volumes: null, chapters: [] })).toBe('')
})
