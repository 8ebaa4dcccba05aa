import { expect, test } from 'vitest'
import { type GridPosition, gridIndexAfterKey } from './grid-index-after-key.ts'

/** Three rows of four, the last with two: 0–3, 4–7, 8–9. */
const from = (index: number, more: Partial<GridPosition> = {}): GridPosition => ({
  index,
  total: 10,
  columns: 4,
  pageRows: 2,
  toward: 1,
  ...more,
})

test('arrows move one card along a row and one row up or down', () => {
  expect(gridIndexAfterKey('ArrowRight', from(3))).toBe(4)
  expect(gridIndexAfterKey('ArrowLeft', from(4))).toBe(3)
  expect(gridIndexAfterKey('ArrowDown', from(1))).toBe(5)
  expect(gridIndexAfterKey('ArrowUp', from(5))).toBe(1)
  expect(gridIndexAfterKey('ArrowLeft', from(0))).toBeUndefined()
  expect(gridIndexAfterKey('ArrowUp', from(2))).toBeUndefined()
  expect(gridIndexAfterKey('ArrowRight', from(9))).toBeUndefined()
})

test('a shorter last row is reached from above its gap', () => {
  expect(gridIndexAfterKey('ArrowDown', from(7))).toBe(9)
  expect(gridIndexAfterKey('ArrowDown', from(9))).toBeUndefined()
})

test('in right-to-left rows, the left arrow moves forward', () => {
  expect(gridIndexAfterKey('ArrowLeft', from(3, { toward: -1 }))).toBe(4)
  expect(gridIndexAfterKey('ArrowRight', from(4, { toward: -1 }))).toBe(3)
})

test('Home and End go to the ends of a row, with Ctrl to those of the list', () => {
  expect(gridIndexAfterKey('Home', from(6))).toBe(4)
  expect(gridIndexAfterKey('End', from(6))).toBe(7)
  expect(gridIndexAfterKey('End', from(8))).toBe(9)
  expect(gridIndexAfterKey('Home', from(6, { ctrl: true }))).toBe(0)
  expect(gridIndexAfterKey('End', from(6, { ctrl: true }))).toBe(9)
  expect(gridIndexAfterKey('ArrowRight', from(6, { ctrl: true }))).toBeUndefined()
})

test('a page is as many rows as are seen, and stays in its column', () => {
  expect(gridIndexAfterKey('PageDown', from(1))).toBe(9)
  expect(gridIndexAfterKey('PageDown', from(3))).toBe(9)
  expect(gridIndexAfterKey('PageUp', from(9))).toBe(1)
  expect(gridIndexAfterKey('PageUp', from(6))).toBe(2)
  expect(gridIndexAfterKey('PageUp', from(2))).toBeUndefined()
})

test('a list of one column has no left and right, and its ends are those of the list', () => {
  expect(gridIndexAfterKey('ArrowRight', from(3, { columns: 1 }))).toBeUndefined()
  expect(gridIndexAfterKey('ArrowDown', from(3, { columns: 1 }))).toBe(4)
  expect(gridIndexAfterKey('Home', from(3, { columns: 1 }))).toBe(0)
  expect(gridIndexAfterKey('End', from(3, { columns: 1 }))).toBe(9)
  expect(gridIndexAfterKey('PageUp', from(1, { columns: 1, pageRows: 5 }))).toBe(0)
})
