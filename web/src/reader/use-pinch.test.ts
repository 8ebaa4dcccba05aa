import { expect, test } from 'vitest'
import { clampZoom, listenForPinch, type Point } from './use-pinch.ts'

/** An element that is no longer in the page. */
const removed = new EventTarget()

const finger = (x: number, y: number, scale: number) => ({
  target: removed,
  screenX: x,
  screenY: y,
  clientX: x / scale,
  clientY: y / scale,
})

test('two fingers enlarge a page in a frame by how far they go apart on the screen, around the point between them', () => {
  const page = new EventTarget()
  let zoom = 1
  let around: Point | undefined
  // The page is rendered at half its size, and grows as the fingers move.
  const drawn = () => 0.5 * zoom
  const pinch = () => ({
    zoom,
    within: clampZoom,
    set: (next: number, at: Point) => {
      zoom = next
      around = at
    },
  })
  listenForPinch(page as Document, pinch, ({ x, y }) => ({ x: x * drawn(), y: y * drawn() }))
  const touch = (type: string, ...fingers: [number, number][]) =>
    page.dispatchEvent(Object.assign(new Event(type), { touches: fingers.map(([x, y]) => finger(x, y, drawn())) }))
  touch('touchstart', [100, 200], [200, 200])
  touch('touchmove', [75, 200], [225, 200])
  touch('touchmove', [50, 200], [250, 200])
  expect(zoom).toBe(2)
  expect(around).toEqual({ x: 150, y: 200 })
  touch('touchend', [50, 200])
  // The next gesture continues from there, up to the maximum.
  touch('touchstart', [100, 200], [110, 200])
  touch('touchmove', [0, 200], [300, 200])
  expect(zoom).toBe(5)
  // One finger does nothing.
  touch('touchmove', [0, 200])
  expect(zoom).toBe(5)
})

test('Ctrl and the wheel zoom, the wheel alone does not', () => {
  const page = new EventTarget()
  let zoom = 2
  listenForPinch(page as Document, () => ({ zoom, within: clampZoom, set: (next) => (zoom = next) }))
  const wheel = (deltaY: number, ctrlKey: boolean) =>
    page.dispatchEvent(Object.assign(new Event('wheel'), { deltaY, ctrlKey, clientX: 0, clientY: 0 }))
  wheel(-100, false)
  expect(zoom).toBe(2)
  wheel(-100, true)
  expect(zoom).toBeGreaterThan(2.5)
  wheel(5000, true)
  expect(zoom).toBe(1)
})

test('fingers on an element that is replaced meanwhile go on enlarging', () => {
  let zoom = 1
  const set = (next: number) => {
    zoom = next
  }
  const stage = new EventTarget()
  const pinch = () => ({ zoom, within: clampZoom, set })
  listenForPinch(stage as Document, pinch)
  const touch = (on: EventTarget, type: string, ...across: number[]) =>
    on.dispatchEvent(Object.assign(new Event(type), { touches: across.map((x) => finger(x, 0, 1)) }))
  touch(stage, 'touchstart', 100, 200)
  touch(removed, 'touchmove', 50, 250)
  expect(zoom).toBe(2)
  touch(removed, 'touchend', 50)
  touch(removed, 'touchmove', 0, 300)
  expect(zoom).toBe(2)
})
