import { expect, test } from 'vitest'
import { chapterAtPage, chaptersOfOutline, pageNumberFromLabel, pdfPageLabel } from './pdf-document-info.ts'

const document = {
  pages: [],
  labels: ['i', 'ii', '1', '2', '3'],
  outline: [
    { title: 'Preface', page: 1, top: null, children: [] },
    { title: 'One', page: 3, top: 0.1, children: [{ title: 'Inside', page: 3, top: 0.5, children: [] }] },
    { title: 'Nowhere', page: null, top: null, children: [] },
  ],
}

test('a page is found by its label before its number', () => {
  expect(pageNumberFromLabel(document, 5, 'II')).toBe(2)
  expect(pageNumberFromLabel(document, 5, '1')).toBe(3)
  expect(pageNumberFromLabel(document, 5, '5')).toBe(5)
  for (const wrong of ['0', '6', 'x', '', '1.5']) expect(pageNumberFromLabel(document, 5, wrong), wrong).toBeUndefined()
  expect(pdfPageLabel(document, 2)).toBe('ii')
  expect(pdfPageLabel(undefined, 2)).toBe('2')
})

test('a page belongs to the last chapter that begins at or before it', () => {
  const chapters = chaptersOfOutline(document.outline)
  expect(chapters.map(({ title, depth }) => [title, depth])).toEqual([
    ['Preface', 0],
    ['One', 0],
    ['Inside', 1],
    ['Nowhere', 0],
  ])
  expect(chapterAtPage(chapters, 2)?.title).toBe('Preface')
  expect(chapterAtPage(chapters, 4)?.title).toBe('Inside')
})
