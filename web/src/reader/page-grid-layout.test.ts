import { expect, test } from 'vitest'
import { columnsFor, rowHeightOf } from './page-grid-layout.ts'

test('a row holds as many pages as fit, and they fill it', () => {
  expect(columnsFor(60).columns).toBe(1)
  for (const room of [84, 180, 350, 428]) {
    const { columns, width } = columnsFor(room)
    expect(width).toBeGreaterThanOrEqual(84)
    expect(columns * width + (columns - 1) * 12).toBeCloseTo(room)
  }
})

test('a row is as high as its highest page, strips are cut, and unknown sizes take room', () => {
  const [wide, high] = [
    { width: 200, height: 100 },
    { width: 100, height: 150 },
  ]
  expect(rowHeightOf([wide, high], 100)).toBe(rowHeightOf([high], 100))
  expect(rowHeightOf([wide], 100)).toBeLessThan(rowHeightOf([high], 100))
  expect(rowHeightOf([{ width: 10, height: 9000 }], 100)).toBe(220 + 34)
  expect(rowHeightOf([{ width: null, height: null }], 100)).toBe(rowHeightOf([high], 100))
})
