import { expect, test } from 'vitest'
import {
  currentRowIndex,
  inverseRotation,
  type LayoutOptions,
  layOutPages,
  nextZoom,
  type Rotation,
  rotateBox,
  rowIndexAtHeight,
  rowIndexOfPage,
  zoomOfLayout,
} from './pdf-layout.ts'

const letter = { width: 612, height: 792 }
const options = (more: Partial<LayoutOptions> = {}): LayoutOptions => ({
  sizes: Array(5000).fill(letter),
  view: { width: 1000, height: 800 },
  fit: 'custom',
  zoom: 1,
  rotation: 0,
  isDouble: false,
  isRtl: false,
  ...more,
})

test('at 100 % a page is as large as on paper, at 400 % four times that', () => {
  expect(layOutPages(options()).rows[0]?.pages[0]).toMatchObject({ width: 816, height: 1056 })
  expect(layOutPages(options({ zoom: 4 })).rows[0]?.pages[0]).toMatchObject({ width: 3264, height: 4224 })
})

test('fitted to the width it fills the window, fitted to the page it is seen as a whole', () => {
  const width = layOutPages(options({ fit: 'width' })).rows[0]
  expect(width?.width).toBe(1000 - 48)
  const page = layOutPages(options({ fit: 'page' })).rows[0]
  expect(page?.height).toBeLessThanOrEqual(800)
  expect(page?.height).toBeGreaterThan(760)
})

test('two pages stand beside each other after the cover, from the right where one reads that way', () => {
  const { rows } = layOutPages(options({ isDouble: true }))
  expect(rows.slice(0, 3).map(({ pages }) => pages.map(({ page }) => page))).toEqual([[1], [2, 3], [4, 5]])
  expect(rows.at(-1)?.pages.map(({ page }) => page)).toEqual([5000])
  const rtl = layOutPages(options({ isDouble: true, isRtl: true })).rows[1]
  expect(rtl?.pages.map(({ page }) => page)).toEqual([3, 2])
})

test('the first page may have a neighbour, and what is two pages in one has none', () => {
  const paired = (more: Partial<LayoutOptions>) =>
    layOutPages(options({ isDouble: true, ...more })).rows.map(({ pages }) => pages.map(({ page }) => page))
  const six = Array(6).fill(letter)
  expect(paired({ sizes: six, isCoverAlone: false })).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ])
  const wide = { width: 1224, height: 792 }
  expect(paired({ sizes: [letter, letter, wide, letter, letter, letter] })).toEqual([[1], [2], [3], [4, 5], [6]])
  // Slides are all wide.
  expect(paired({ sizes: Array(4).fill(wide) })).toEqual([[1], [2, 3], [4]])
})

test('a row is found by its page and by its height', () => {
  for (const isDouble of [false, true]) {
    const layout = layOutPages(options({ isDouble }))
    for (const page of [1, 2, 3, 17, 4999, 5000]) {
      const row = rowIndexOfPage(layout, page)
      expect(layout.rows[row]?.pages.map((each) => each.page)).toContain(page)
      expect(rowIndexAtHeight(layout, (layout.rows[row]?.top ?? 0) + 10)).toBe(row)
    }
  }
})

test('a turned page is as wide as it was high', () => {
  const layout = layOutPages(options({ rotation: 90 }))
  expect(layout.rows[0]?.pages[0]).toMatchObject({ width: 1056, height: 816 })
  expect(zoomOfLayout(layout, options().sizes, 90, 1)).toBeCloseTo(1, 3)
})

test('a box turned and turned back is where it was', () => {
  const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.05 }
  for (const rotation of [0, 90, 180, 270] as Rotation[]) {
    const back = rotateBox(rotateBox(box, rotation), inverseRotation(rotation))
    for (const key of ['x', 'y', 'width', 'height'] as const) expect(back[key]).toBeCloseTo(box[key], 9)
  }
  // Rotated clockwise, the upper left corner becomes the upper right one.
  expect(rotateBox({ x: 0, y: 0, width: 0.1, height: 0.1 }, 90)).toMatchObject({ x: 0.9, y: 0 })
})

test('zoom goes in steps between a tenth and four times', () => {
  expect(nextZoom(1, 1)).toBe(1.1)
  expect(nextZoom(1.03, -1)).toBe(1)
  expect(nextZoom(4, 1)).toBe(4)
  expect(nextZoom(0.1, -1)).toBe(0.1)
})

test('the page one went to is the page one reads, also where several fit on the screen', () => {
  for (const rotation of [0, 90] as const) {
    const layout = layOutPages(options({ fit: 'width', view: { width: 390, height: 844 }, rotation }))
    for (const index of [0, 1, 12, 4000]) {
      const top = layout.rows[index]?.top ?? 0
      expect(currentRowIndex(layout, Math.max(0, top - 6), 844)).toBe(index)
      // Halfway down a tall page it is still that page.
      const height = layout.rows[index]?.height ?? 0
      if (rotation === 0) expect(currentRowIndex(layout, top + height / 4, 844)).toBe(index)
    }
  }
})
