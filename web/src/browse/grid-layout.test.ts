import { expect, test } from 'vitest'
import { gridLayout } from './grid-layout.ts'

test('the grid fills the page exactly', () => {
  for (const available of [350, 700, 1180, 2432]) {
    const { columns, width, gap } = gridLayout(available, 'm')
    expect(columns * width + (columns - 1) * gap).toBeCloseTo(available)
  }
})

test('covers are never smaller than chosen, where two fit', () => {
  expect(gridLayout(1180, 'l').width).toBeGreaterThanOrEqual(168)
  expect(gridLayout(2432, 'xl').width).toBeGreaterThanOrEqual(208)
})

test('the narrowest phone still shows two columns', () => {
  expect(gridLayout(320, 'xl').columns).toBe(2)
  expect(gridLayout(350, 's').columns).toBe(3)
})

test('a denser grid shows more covers, and each row has room for its caption', () => {
  const [compact, usual, spacious] = (['compact', 'comfortable', 'spacious'] as const).map((density) =>
    gridLayout(1180, 'm', density),
  )
  expect(compact!.columns).toBeGreaterThan(usual!.columns)
  expect(usual!.columns).toBeGreaterThan(spacious!.columns)
  // Two lines of 16 px at 1.25, one of 13 px at 1.35, and 12 px above them.
  expect(usual!.rowHeight - usual!.width * 1.5).toBeGreaterThan(40 + 17 + 12)
})
