import { expect, test } from 'vitest'
import type { PdfTextRun } from '../../../../src/contract/pdf.ts'
import { boxesOfText, isUpsideDownText } from './pdf-text-geometry.ts'

const run = (text: string, start: number, y: number, direction: PdfTextRun['direction'] = 'right'): PdfTextRun => ({
  text,
  start,
  direction,
  x: 0.1,
  y,
  width: text.length * 0.1,
  height: 0.02,
  edges: Array.from({ length: text.length + 1 }, (_, at) => (direction === 'down' ? y : 0.1) + at * 0.1),
})

test('a stretch of text has a box on every line it is on', () => {
  const runs = [run('Hello', 0, 0.1), run('world', 6, 0.2)]
  const boxes = boxesOfText(runs, 3, 8)
  expect(boxes).toHaveLength(2)
  expect(boxes[0]?.x).toBeCloseTo(0.4)
  expect(boxes[0]?.width).toBeCloseTo(0.2)
  expect(boxes[1]).toMatchObject({ x: 0.1, y: 0.2 })
  expect(boxes[1]?.width).toBeCloseTo(0.2)
})

test('a line that runs down has its boxes below each other', () => {
  const [box] = boxesOfText([run('Down', 0, 0.1, 'down')], 1, 3)
  expect(box?.y).toBeCloseTo(0.2)
  expect(box?.height).toBeCloseTo(0.2)
})

test('what is beside the stretch has none', () => {
  expect(boxesOfText([run('Hello', 0, 0.1)], 5, 9)).toEqual([])
  expect(boxesOfText([], 0, 9)).toEqual([])
})

test('a line that runs to the left is turned, unless its script runs so', () => {
  expect(isUpsideDownText(run('Lighthouse', 0, 0.1, 'left'))).toBe(true)
  expect(isUpsideDownText(run('منارة 12', 0, 0.1, 'left'))).toBe(false)
  expect(isUpsideDownText(run('מגדלור', 0, 0.1, 'left'))).toBe(false)
  expect(isUpsideDownText(run('Lighthouse', 0, 0.1))).toBe(false)
})
