import { type Color, edgeColor, isNear, type PagePixels, type PixelBox } from './background.ts'
import { areaOfBox } from './pixel-region.ts'

/** Maximum share of dirt on a line of the margin. */
const DIRT = 0.004
/** Thinner strips of black or white are the frame of a panel. */
const THICK = 0.015
/** If less remains, the page is empty and isn't trimmed. */
const LEFT_OVER = 0.1
/** The margin of the page, and further ones of another colour inside or next to it. */
const ROUNDS = 3

const plain: Color[] = [
  [255, 255, 255],
  [0, 0, 0],
]

/**
 * Removes empty margins from the page: those in the dominant colour of its edge, and strips of white or black along
 * single sides, as scanners leave them.
 */
export function trimMargins(pixels: PagePixels, page: PixelBox): PixelBox {
  let box = page
  for (let round = 0; round < ROUNDS; round++) {
    const before = box
    for (const side of sides) box = withoutStrip(pixels, box, side)
    const edge = edgeColor(pixels, box)
    const isInner = areaOfBox(box) < areaOfBox(page)
    const inner = trimmed(pixels, box, edge.color)
    // Inside a first margin, an area that isn't uniform may be a panel, and a thin one its frame.
    if (isInner ? edge.share > 0.9 && isThick(box, inner) : edge.share > 0.5) box = inner
    if (areaOfBox(box) < areaOfBox(page) * LEFT_OVER) return round === 0 ? page : before
    if (areaOfBox(box) === areaOfBox(before)) break
  }
  return box
}

function isThick(outer: PixelBox, inner: PixelBox): boolean {
  const wide = Math.max(inner.left - outer.left, outer.right - inner.right)
  const high = Math.max(inner.top - outer.top, outer.bottom - inner.bottom)
  return wide >= (outer.right - outer.left) * THICK || high >= (outer.bottom - outer.top) * THICK
}

type Side = 'left' | 'top' | 'right' | 'bottom'
const sides: Side[] = ['left', 'top', 'right', 'bottom']

function withoutStrip(pixels: PagePixels, box: PixelBox, side: Side): PixelBox {
  const isAcross = side === 'top' || side === 'bottom'
  const [low, high] = isAcross ? [box.top, box.bottom] : [box.left, box.right]
  const inward = side === 'left' || side === 'top' ? 1 : -1
  const first = inward === 1 ? low : high - 1
  for (const color of plain) {
    let at = first
    while (at >= low && at < high && isPlain(pixels, box, isAcross, at, color)) at += inward
    const thick = Math.abs(at - first)
    if (thick >= (high - low) * THICK && thick < (high - low) * (1 - LEFT_OVER))
      return { ...box, [side]: inward === 1 ? at : at + 1 }
  }
  return box
}

function isPlain({ data, width }: PagePixels, box: PixelBox, isAcross: boolean, line: number, color: Color): boolean {
  const [from, to] = isAcross ? [box.left, box.right] : [box.top, box.bottom]
  let dirt = Math.max(2, (to - from) * DIRT)
  for (let along = from; along < to; along++) {
    const at = isAcross ? line * width + along : along * width + line
    if (!isNear(data, at, color) && --dirt < 0) return false
  }
  return true
}

/** Removes the margin of that colour; returns the whole box if it contains nothing else. */
function trimmed({ data, width, height }: PagePixels, box: PixelBox, color: Color): PixelBox {
  const rows = new Uint32Array(height)
  const columns = new Uint32Array(width)
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      if (isNear(data, y * width + x, color)) continue
      rows[y]!++
      columns[x]!++
    }
  }
  const [top, bottom] = endsOfCounts(rows, Math.max(2, (box.right - box.left) * DIRT))
  const [left, right] = endsOfCounts(columns, Math.max(2, (box.bottom - box.top) * DIRT))
  return {
    left: Math.max(left, box.left),
    top: Math.max(top, box.top),
    right: Math.min(right, box.right),
    bottom: Math.min(bottom, box.bottom),
  }
}

/** The range from the first to the last line with at least `min` pixels; all lines if none has. */
export function endsOfCounts(counts: Uint32Array, min: number): [from: number, to: number] {
  let from = 0
  let to = counts.length
  while (from < to && counts[from]! < min) from++
  while (to > from && counts[to - 1]! < min) to--
  return from < to ? [from, to] : [0, counts.length]
}
