import { expect, test } from 'vitest'
import { panelTransform } from './guided-view.tsx'

const view = { width: 400, height: 800 }
const page = { width: 400, height: 600 }

test('without a panel the whole page stands in the middle of the window', () => {
  expect(panelTransform(page, view, undefined)).toEqual({ scale: 1, x: 0, y: 100 })
})

test('a panel is as large as fits, and in the middle', () => {
  const box = { x: 0.5, y: 0.5, width: 0.5, height: 0.25 }
  const { scale, x, y } = panelTransform(page, view, box)
  expect(scale).toBeCloseTo(1.92)
  expect(x + scale * 0.75 * page.width).toBeCloseTo(200)
  expect(y + scale * 0.625 * page.height).toBeCloseTo(400)
})

test('a tiny panel is not blown up without end', () => {
  expect(panelTransform(page, view, { x: 0, y: 0, width: 0.01, height: 0.01 }).scale).toBe(6)
})
