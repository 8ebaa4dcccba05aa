import { expect, test } from 'vitest'
import { chapterAt, minutesLeftInChapter } from './current-chapter.ts'
import { countPositions } from './locator.ts'
import type { Publication } from './publication.ts'

const book = {
  order: ['cover', 'one', 'one-b', 'two'].map((path) => ({ path, href: path, url: path })),
  toc: [
    { title: 'One', path: 'one', fragment: undefined, depth: 0 },
    { title: 'Two', path: 'two', fragment: undefined, depth: 0 },
  ],
} satisfies Pick<Publication, 'order' | 'toc'>
const counts = countPositions(
  ['cover', 'one', 'one', 'one-b', 'one-b', 'two'].map((href) => ({ href })),
  book.order,
)

test('a file the contents do not name belongs to the chapter before it', () => {
  expect(chapterAt(book, 2)?.title).toBe('One')
  expect(chapterAt(book, 3)?.title).toBe('Two')
  expect(chapterAt(book, 0)).toBeUndefined()
})

test('the time left in a chapter runs to the next one the contents name', () => {
  const place = { index: 1, fraction: 0.5, size: 0.1, words: '' }
  expect(minutesLeftInChapter(book, counts, place)).toBe((1 + 2) * 1.5)
})

test('a file with many chapters is in the last one that was come to, or still in the one before', () => {
  const many = {
    order: book.order,
    toc: [
      { title: 'One', path: 'one', fragment: undefined, depth: 0 },
      { title: 'One, second part', path: 'one', fragment: 'part-2', depth: 1 },
      { title: 'Two', path: 'one-b', fragment: 'two', depth: 0 },
      { title: 'Three', path: 'one-b', fragment: 'three', depth: 0 },
    ],
  }
  const title = (index: number, ...reached: string[]) => chapterAt(many, index, (id) => reached.includes(id))?.title
  expect(title(1)).toBe('One')
  expect(title(1, 'part-2')).toBe('One, second part')
  expect(title(2)).toBe('One, second part')
  expect(title(2, 'two')).toBe('Two')
  expect(title(2, 'two', 'three')).toBe('Three')
  expect(title(3)).toBe('Three')

  const place = { index: 2, fraction: 0.25, size: 0.1, words: '', isReached: (id: string) => id === 'two' }
  expect(minutesLeftInChapter(many, counts, { ...place, shareOf: () => 0.75 })).toBe(2 * 0.5 * 1.5)
})
