import { areaOfBox, areaOfHull, hullOf, type PixelRegion, pixelRegionOf, splitRegionByLabel } from './pixel-region.ts'

/** A region that fills less of its outline isn't a panel but a drawing: a figure, a tree. */
const SOLID = 0.86

/**
 * Splits into connected components that touch no other: finds what straight cuts can't, such as five panels around each
 * other. Returns one region if there is nothing to split.
 */
export function splitComponents(region: PixelRegion, width: number, min: number): PixelRegion[] {
  const parts = largeComponents(region, width, min)
  const isApart = parts.every((part) => parts.every((other) => other === part || overlap(part, other) < 0.5))
  return isApart && parts.every((part) => isSolid(part, width)) ? parts : [region]
}

/** Splits off separate boxes; the rest stays together. */
export function splitOutBoxes(region: PixelRegion, width: number, min: number): PixelRegion[] {
  const parts = largeComponents(region, width, min)
  if (parts.length < 2) return [region]
  // Solid shapes in a drawing may be doors and balloons: only boxes with nothing else in them are panels.
  const rest = mergeRegions(
    parts.filter((part) => !isSolid(part, width)),
    width,
  )
  const isPanel = (part: PixelRegion) => isSolid(part, width) && isBox(part, width, min)
  const panels = parts.filter((part) => isPanel(part) && shareInside(rest, part, width) < 0.03)
  if (panels.length === 0 || panels.length === parts.length) return [region]
  const remaining = parts.filter((part) => !panels.includes(part))
  return [...panels, mergeRegions(remaining, width)]
}

function largeComponents(region: PixelRegion, width: number, min: number): PixelRegion[] {
  const labels = labelComponents(region, width)
  const large = labels.sizes.flatMap((size, name) => (size >= min ? name : []))
  if (large.length < 2 || large.length > MAX_COMPONENTS) return [region]
  const nameOf = new Map(large.map((name, index) => [name, index]))
  return splitRegionByLabel(region, width, large.length, (at) => nameOf.get(labels.at(at)) ?? -1)
}

const MAX_COMPONENTS = 60

function isSolid(part: PixelRegion, width: number): boolean {
  return part.pixels.length / Math.max(1, areaOfHull(hullOf(part, width))) > SOLID
}

function isBox(part: PixelRegion, width: number, min: number): boolean {
  return part.pixels.length > 3 * min && areaOfHull(hullOf(part, width)) > areaOfBox(part.box) * 0.84
}

/** Share of a panel's box that other regions fill. */
function shareInside(others: PixelRegion, { box }: PixelRegion, width: number): number {
  let inside = 0
  for (const at of others.pixels) {
    const y = Math.floor(at / width)
    const x = at - y * width
    if (x >= box.left && x < box.right && y >= box.top && y < box.bottom) inside++
  }
  return inside / areaOfBox(box)
}

/** Share of the smaller box that the other one covers. */
function overlap(a: PixelRegion, b: PixelRegion): number {
  const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
  const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
  if (wide <= 0 || high <= 0) return 0
  return (wide * high) / Math.min(areaOfBox(a.box), areaOfBox(b.box))
}

function mergeRegions(parts: readonly PixelRegion[], width: number): PixelRegion {
  const pixels = new Int32Array(parts.reduce((sum, part) => sum + part.pixels.length, 0))
  let filled = 0
  for (const part of parts) {
    pixels.set(part.pixels, filled)
    filled += part.pixels.length
  }
  pixels.sort()
  return pixelRegionOf(pixels, width)
}

function labelComponents(
  { pixels, box }: PixelRegion,
  width: number,
): { sizes: number[]; at: (pixel: number) => number } {
  const start = box.top * width
  const labels = new Int32Array((box.bottom - box.top) * width)
  for (const at of pixels) labels[at - start] = -1
  const sizes = [0]
  const stack = new Int32Array(pixels.length)
  let depth = 0
  let name = 0
  const visit = (at: number) => {
    if (labels[at] !== -1) return
    labels[at] = name
    stack[depth++] = at
  }
  for (const pixel of pixels) {
    if (labels[pixel - start] !== -1) continue
    name = sizes.length
    let size = 0
    visit(pixel - start)
    while (depth > 0) {
      const at = stack[--depth]!
      const x = at % width
      size++
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      visit(at - width)
      visit(at + width)
    }
    sizes.push(size)
  }
  return { sizes, at: (pixel) => labels[pixel - start]! }
}
