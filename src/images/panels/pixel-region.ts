import type { PixelBox } from './background.ts'

/** Part of the page: its foreground pixels, in ascending order. */
export interface PixelRegion {
  pixels: Int32Array
  box: PixelBox
}

export interface Point {
  x: number
  y: number
}

export function pixelRegionOf(pixels: Int32Array, width: number): PixelRegion {
  let left = width
  let right = 0
  for (const at of pixels) {
    const x = at % width
    if (x < left) left = x
    if (x >= right) right = x + 1
  }
  if (pixels.length === 0) return { pixels, box: { left: 0, top: 0, right: 0, bottom: 0 } }
  const top = Math.floor(pixels[0]! / width)
  const bottom = Math.floor(pixels.at(-1)! / width) + 1
  return { pixels, box: { left, top, right, bottom } }
}

export const areaOfBox = ({ left, top, right, bottom }: PixelBox): number => (right - left) * (bottom - top)

/** Distributes the pixels over `count` parts by label; a negative label drops them. Empty parts are left out. */
export function splitRegionByLabel(
  region: PixelRegion,
  width: number,
  count: number,
  nameOf: (at: number) => number,
): PixelRegion[] {
  const sizes = new Uint32Array(count)
  const names = new Int16Array(region.pixels.length)
  for (let index = 0; index < region.pixels.length; index++) {
    const name = nameOf(region.pixels[index]!)
    names[index] = name
    if (name >= 0) sizes[name]!++
  }
  const parts = Array.from(sizes, (size) => new Int32Array(size))
  const filled = new Uint32Array(count)
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!
    if (name >= 0) parts[name]![filled[name]!++] = region.pixels[index]!
  }
  return parts.filter((pixels) => pixels.length > 0).map((pixels) => pixelRegionOf(pixels, width))
}

/** The convex outline of a region. */
export function hullOf({ pixels, box }: PixelRegion, width: number): Point[] {
  const height = box.bottom - box.top
  const first = new Int32Array(height).fill(-1)
  const last = new Int32Array(height)
  for (const at of pixels) {
    const y = (at / width) | 0
    const row = y - box.top
    if (first[row]! < 0) first[row] = at - y * width
    last[row] = at - y * width + 1
  }
  // Both sides from top to bottom; a row extends from its upper edge to its lower one.
  const left: Point[] = []
  const right: Point[] = []
  for (let row = 0; row < height; row++) {
    if (first[row]! < 0) continue
    for (const y of [box.top + row, box.top + row + 1]) {
      extend(left, { x: first[row]!, y }, -1)
      extend(right, { x: last[row]!, y }, 1)
    }
  }
  return [...right, ...left.reverse()]
}

function extend(side: Point[], point: Point, way: 1 | -1): void {
  while (side.length > 1 && turn(side.at(-2)!, side.at(-1)!, point) * way <= 0) side.pop()
  side.push(point)
}

const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

export function areaOfHull(hull: readonly Point[]): number {
  let twice = 0
  for (let index = 0; index < hull.length; index++) {
    const a = hull[index]!
    const b = hull[(index + 1) % hull.length]!
    twice += a.x * b.y - b.x * a.y
  }
  return Math.abs(twice) / 2
}
