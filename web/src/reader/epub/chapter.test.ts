import { expect, test } from 'vitest'
import { chapterAt, minutesLeftInChapter } from './chapter.ts'
import { countPositions } from './locator.ts'
import type { Publication } from './publication.ts'

const book = {
  order: ['cover', 'one', 'one-b', 'two'].map((path) => ({ path, href: path, url: path })),
  toc: [
    { title: 'One', path: 'one', fragment: undefined, depth: 0 },
    { title: 'Two', path: 'two', fragment: undefined, depth: 0 },
  ],
} satisfies Pick<Publication, 'order' | 'toc'>
const counts = countPositions(['cover', 'one', 'one', 'one-b', 'one-b', 'two'].map((href) => ({ href })))

test('a file the contents do not name belongs to the chapter before it', () => {
  expect(chapterAt(book, 2)?.title).toBe('One')
  expect(chapterAt(book, 3)?.title).toBe('Two')
  expect(chapterAt(book, 0)).toBeUndefined()
})

test('the time left in a chapter runs to the next one the contents name', () => {
  const place = { index: 1, fraction: 0.5, size: 0.1, words: '' }
  expect(minutesLeftInChapter(book, counts, place)).toBe((1 + 2) * 1.5)
})
