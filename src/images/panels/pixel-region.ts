import type { PixelBox } from './background.ts'

/**
 * Part of the page: its foreground, as runs of pixels. Whole runs are a tenth or less of the work that single pixels
 * would be.
 */
export interface PixelRegion {
  /**
   * Where each run starts and ends (exclusive), in turn, as `y * width + x`: from the top, in each row from the left. No
   * run extends into the next row.
   */
  runs: Int32Array
  /** Number of pixels. */
  size: number
  box: PixelBox
}

export interface Point {
  x: number
  y: number
}

export function pixelRegionOf(runs: Int32Array, width: number): PixelRegion {
  let left = width
  let right = 0
  let size = 0
  for (let index = 0; index < runs.length; index += 2) {
    const from = runs[index]!
    const length = runs[index + 1]! - from
    const x = from % width
    if (x < left) left = x
    if (x + length > right) right = x + length
    size += length
  }
  if (size === 0) return { runs, size, box: { left: 0, top: 0, right: 0, bottom: 0 } }
  const top = Math.floor(runs[0]! / width)
  const bottom = Math.floor(runs[runs.length - 2]! / width) + 1
  return { runs, size, box: { left, top, right, bottom } }
}

/** Collects runs in ascending order. */
export class RunList {
  #runs = new Int32Array(64)
  #length = 0

  add(from: number, to: number): void {
    if (this.#length === this.#runs.length) {
      const larger = new Int32Array(2 * this.#length)
      larger.set(this.#runs)
      this.#runs = larger
    }
    this.#runs[this.#length++] = from
    this.#runs[this.#length++] = to
  }

  toRegion(width: number): PixelRegion {
    return pixelRegionOf(this.#runs.subarray(0, this.#length), width)
  }
}

export const areaOfBox = ({ left, top, right, bottom }: PixelBox): number => (right - left) * (bottom - top)

/** Distributes whole runs over `count` parts by label; a negative label drops them. Empty parts are left out. */
export function splitRegionByLabel(
  { runs }: PixelRegion,
  width: number,
  count: number,
  labelOf: (run: number) => number,
): PixelRegion[] {
  const parts = Array.from({ length: count }, () => new RunList())
  for (let index = 0; index < runs.length; index += 2) {
    const label = labelOf(index / 2)
    if (label >= 0) parts[label]!.add(runs[index]!, runs[index + 1]!)
  }
  return nonEmptyRegions(parts, width)
}

/** Cuts a region into `count` parts by the label of each pixel, which must only grow or only shrink along a row. */
export function cutRegion(
  { runs }: PixelRegion,
  width: number,
  count: number,
  labelAt: (x: number, y: number) => number,
): PixelRegion[] {
  const parts = Array.from({ length: count }, () => new RunList())
  for (let index = 0; index < runs.length; index += 2) {
    const to = runs[index + 1]!
    const y = Math.floor(runs[index]! / width)
    const start = y * width
    for (let from = runs[index]!; from < to; ) {
      const label = labelAt(from - start, y)
      const end = endOfLabel(from, to, (at) => labelAt(at - start, y) === label)
      parts[label]!.add(from, end)
      from = end
    }
  }
  return nonEmptyRegions(parts, width)
}

/** The first position after `from` that differs, or `to`. */
function endOfLabel(from: number, to: number, isSame: (at: number) => boolean): number {
  if (isSame(to - 1)) return to
  let [same, other] = [from, to - 1]
  while (other - same > 1) {
    const middle = (same + other) >> 1
    if (isSame(middle)) same = middle
    else other = middle
  }
  return other
}

function nonEmptyRegions(parts: readonly RunList[], width: number): PixelRegion[] {
  return parts.map((part) => part.toRegion(width)).filter(({ size }) => size > 0)
}

/** The number of pixels in each row of the region's box. */
export function countInRows({ runs, box }: PixelRegion, width: number): Uint32Array {
  const counts = new Uint32Array(box.bottom - box.top)
  for (let index = 0; index < runs.length; index += 2) {
    counts[Math.floor(runs[index]! / width) - box.top]! += runs[index + 1]! - runs[index]!
  }
  return counts
}

/** The same for its columns. */
export function countInColumns({ runs, box }: PixelRegion, width: number): Uint32Array {
  const wide = box.right - box.left
  const changes = new Int32Array(wide + 1)
  for (let index = 0; index < runs.length; index += 2) {
    const x = (runs[index]! % width) - box.left
    changes[x]!++
    changes[x + runs[index + 1]! - runs[index]!]!--
  }
  const counts = new Uint32Array(wide)
  for (let x = 0, count = 0; x < wide; x++) {
    count += changes[x]!
    counts[x] = count
  }
  return counts
}

/** The convex outline of a region. */
export function hullOf({ runs, box }: PixelRegion, width: number): Point[] {
  const height = box.bottom - box.top
  const first = new Int32Array(height).fill(-1)
  const last = new Int32Array(height)
  for (let index = 0; index < runs.length; index += 2) {
    const y = Math.floor(runs[index]! / width)
    const row = y - box.top
    if (first[row]! < 0) first[row] = runs[index]! - y * width
    last[row] = runs[index + 1]! - y * width
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
