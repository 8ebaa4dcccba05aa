import { expect, test } from 'vitest'
import { type Grid, moveInGrid } from './move-in-grid.ts'

/** Three rows of four, the last with two: 0–3, 4–7, 8–9. */
const from = (index: number, more: Partial<Grid> = {}): Grid => ({
  index,
  total: 10,
  columns: 4,
  pageRows: 2,
  toward: 1,
  ...more,
})

test('arrows move one card along a row and one row up or down', () => {
  expect(moveInGrid('ArrowRight', from(3))).toBe(4)
  expect(moveInGrid('ArrowLeft', from(4))).toBe(3)
  expect(moveInGrid('ArrowDown', from(1))).toBe(5)
  expect(moveInGrid('ArrowUp', from(5))).toBe(1)
  expect(moveInGrid('ArrowLeft', from(0))).toBeUndefined()
  expect(moveInGrid('ArrowUp', from(2))).toBeUndefined()
  expect(moveInGrid('ArrowRight', from(9))).toBeUndefined()
})

test('a shorter last row is reached from above its gap', () => {
  expect(moveInGrid('ArrowDown', from(7))).toBe(9)
  expect(moveInGrid('ArrowDown', from(9))).toBeUndefined()
})

test('where rows run to the left, left goes on', () => {
  expect(moveInGrid('ArrowLeft', from(3, { toward: -1 }))).toBe(4)
  expect(moveInGrid('ArrowRight', from(4, { toward: -1 }))).toBe(3)
})

test('Home and End go to the ends of a row, with Ctrl to those of the list', () => {
  expect(moveInGrid('Home', from(6))).toBe(4)
  expect(moveInGrid('End', from(6))).toBe(7)
  expect(moveInGrid('End', from(8))).toBe(9)
  expect(moveInGrid('Home', from(6, { ctrl: true }))).toBe(0)
  expect(moveInGrid('End', from(6, { ctrl: true }))).toBe(9)
  expect(moveInGrid('ArrowRight', from(6, { ctrl: true }))).toBeUndefined()
})

test('a page is as many rows as are seen, and stays in its column', () => {
  expect(moveInGrid('PageDown', from(1))).toBe(9)
  expect(moveInGrid('PageDown', from(3))).toBe(9)
  expect(moveInGrid('PageUp', from(9))).toBe(1)
  expect(moveInGrid('PageUp', from(6))).toBe(2)
  expect(moveInGrid('PageUp', from(2))).toBeUndefined()
})

test('a list of one column has no left and right, and its ends are those of the list', () => {
  expect(moveInGrid('ArrowRight', from(3, { columns: 1 }))).toBeUndefined()
  expect(moveInGrid('ArrowDown', from(3, { columns: 1 }))).toBe(4)
  expect(moveInGrid('Home', from(3, { columns: 1 }))).toBe(0)
  expect(moveInGrid('End', from(3, { columns: 1 }))).toBe(9)
  expect(moveInGrid('PageUp', from(1, { columns: 1, pageRows: 5 }))).toBe(0)
})
