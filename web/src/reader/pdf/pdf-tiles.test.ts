import { expect, test } from 'vitest'
import { visiblePdfTiles } from './pdf-tiles.ts'

const letter = { width: 612, height: 792 }
const whole = { x: 0, y: 0, width: 1, height: 1 }

test('a page that its plain picture shows sharp needs no tiles', () => {
  expect(visiblePdfTiles('b', 1, letter, 1600, whole)).toEqual([])
})

test('tiles cover what is in sight, from the next larger drawing', () => {
  const tiles = visiblePdfTiles('b', 3, letter, 3264, { x: 0, y: 0, width: 0.4, height: 0.2 })
  expect(tiles[0]?.url).toMatch(/\/books\/b\/pages\/3\/tiles\/3400\/0\/0$/)
  const right = Math.max(...tiles.map(({ x, width }) => x + width))
  const bottom = Math.max(...tiles.map(({ y, height }) => y + height))
  expect(right).toBeGreaterThanOrEqual(0.4)
  expect(bottom).toBeGreaterThanOrEqual(0.2)
  expect(tiles.length).toBeLessThan(6)
})

test('the tiles of a whole page end where the page ends', () => {
  const tiles = visiblePdfTiles('b', 1, letter, 9000, whole)
  expect(tiles).toHaveLength(10 * 13)
  expect(Math.max(...tiles.map(({ x, width }) => x + width))).toBeCloseTo(1, 9)
  expect(Math.max(...tiles.map(({ y, height }) => y + height))).toBeCloseTo(1, 9)
})
