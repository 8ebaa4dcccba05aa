import { expect, test } from 'vitest'
import { helpChapterFor } from './help-chapters.ts'

test('leads from each page to its chapter', () => {
  expect(helpChapterFor('/')).toBe('guide/finding.html#your-home-page')
  expect(helpChapterFor('/read-lists')).toBe('guide/reading.html#lists')
  expect(helpChapterFor('/series/01977f3e')).toBe('guide/reading.html')
  expect(helpChapterFor('/downloads/')).toBe('guide/reading.html#read-offline')
})

test('leads to the overview from anywhere else', () => {
  expect(helpChapterFor('/settings/profile')).toBe('index.html')
  expect(helpChapterFor('/seriesly')).toBe('index.html')
})
