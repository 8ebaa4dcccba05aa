import { expect, test } from 'vitest'
import { layoutFor } from './columns.ts'

test('the grid fills the page exactly', () => {
  for (const available of [350, 700, 1180, 2432]) {
    const { columns, width, gap } = layoutFor(available, 'm')
    expect(columns * width + (columns - 1) * gap).toBeCloseTo(available)
  }
})

test('covers are never smaller than chosen, where two fit', () => {
  expect(layoutFor(1180, 'l').width).toBeGreaterThanOrEqual(168)
  expect(layoutFor(2432, 'xl').width).toBeGreaterThanOrEqual(208)
})

test('the narrowest phone still shows two columns', () => {
  expect(layoutFor(320, 'xl').columns).toBe(2)
  expect(layoutFor(350, 's').columns).toBe(3)
})
