import { expect, test } from 'vitest'
import { undoPageDrag } from './undo-page-drag.ts'

/** A renderer with pages 400 wide, on its third page; records the page it would go to, counted like the real one. */
function renderer(dir: 'ltr' | 'rtl' = 'ltr') {
  const sign = dir === 'rtl' ? -1 : 1
  const went: number[] = []
  const made = {
    start: 1200,
    size: 400,
    dir,
    get page() {
      return Math.floor((this.start + 200) / 400)
    },
    snap(across: number, _down: number) {
      const to = this.start + 200 + across * 400 * sign
      went.push(Math.floor(Math.max(1000, Math.min(1800, to)) / 400))
    },
  }
  const touch = undoPageDrag(made, () => false)
  const drag = (across: number, velocity: number) => {
    made.start = 1200
    touch.began()
    made.start += across * sign
    touch.lifted(across, 0)
    made.snap(velocity, 0)
    return went.at(-1)
  }
  return { drag }
}

test('a page drawn aside goes on in the direction of the finger', () => {
  const { drag } = renderer()
  expect(drag(150, 0.8)).toBe(4)
  expect(drag(300, 0)).toBe(4)
  expect(drag(-150, -0.8)).toBe(2)
})

test('a page that is pushed back stays, however far it was drawn', () => {
  const { drag } = renderer()
  expect(drag(20, -0.8)).toBe(3)
  expect(drag(300, -0.8)).toBe(3)
  expect(drag(-300, 0.8)).toBe(3)
  expect(drag(0, -0.8)).toBe(3)
})

test('from right to left the finger goes the other way', () => {
  const { drag } = renderer('rtl')
  expect(drag(-150, -0.8)).toBe(4)
  expect(drag(-300, 0.8)).toBe(3)
})
