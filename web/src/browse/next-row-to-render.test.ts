import { expect, test } from 'vitest'
import { nextRowToRender } from './next-row-to-render.ts'

const all = () => true

test('the row in the middle of the window is rendered first, then those around it', () => {
  const drawn = new Set<number>()
  const order: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const next = nextRowToRender({ first: 10, last: 14, drawn, ready: all }) ?? Number.NaN
    drawn.add(next)
    order.push(next)
  }
  expect(order).toEqual([12, 11, 13, 10, 14])
  expect(nextRowToRender({ first: 10, last: 14, drawn, ready: all })).toBeUndefined()
})

test('a row whose items are not there yet waits, the others do not wait for it', () => {
  expect(nextRowToRender({ first: 0, last: 2, drawn: new Set(), ready: (row) => row !== 1 })).toBe(0)
  expect(nextRowToRender({ first: 0, last: 2, drawn: new Set(), ready: () => false })).toBeUndefined()
})
