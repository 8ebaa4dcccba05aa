import { expect, test } from 'vitest'
import { maxDocumentHeight, scrollOffsetOfRow, visibleRows } from './visible-rows.ts'

const view = { rowHeight: 300, overscan: 3, viewHeight: 900 }

test('only rows near the window are rendered, at their positions', () => {
  expect(visibleRows({ ...view, count: 1000, scrolled: 30_000 })).toEqual({
    first: 97,
    last: 106,
    shift: 0,
    height: 300_000,
  })
  expect(visibleRows({ ...view, count: 2, scrolled: -200 })).toMatchObject({ first: 0, last: 1 })
  expect(visibleRows({ ...view, count: 0, scrolled: 0 })).toMatchObject({ first: 0, last: -1, height: 0 })
})

test('a list that is higher than any page can be is reached from its first row to its last', () => {
  const count = 1_000_000
  const start = visibleRows({ ...view, count, scrolled: 0 })
  expect(start).toMatchObject({ first: 0, height: maxDocumentHeight, shift: 0 })
  const end = visibleRows({ ...view, count, scrolled: maxDocumentHeight - view.viewHeight })
  expect(end.last).toBe(count - 1)
  // The last row ends at the end of the page.
  expect(count * view.rowHeight + end.shift).toBeCloseTo(maxDocumentHeight, -1)
})

test('a jump leads to the row, however high the list', () => {
  for (const count of [1000, 1_000_000]) {
    const scrolled = scrollOffsetOfRow(777, 140, { ...view, count })
    const { shift } = visibleRows({ ...view, count, scrolled })
    expect(Math.abs(777 * view.rowHeight + shift - scrolled - 140)).toBeLessThan(2)
  }
})
