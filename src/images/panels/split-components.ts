import { areaOfBox, areaOfHull, hullOf, type PixelRegion, RunList, splitRegionByLabel } from './pixel-region.ts'

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
  const { sizes, componentOf } = labelComponents(region, width)
  const large = sizes.flatMap((size, component) => (size >= min ? component : []))
  if (large.length < 2 || large.length > MAX_COMPONENTS) return [region]
  const labels = new Int16Array(sizes.length).fill(-1)
  for (const [label, component] of large.entries()) labels[component] = label
  return splitRegionByLabel(region, width, large.length, (run) => labels[componentOf[run]!]!)
}

const MAX_COMPONENTS = 60

function isSolid(part: PixelRegion, width: number): boolean {
  return part.size / Math.max(1, areaOfHull(hullOf(part, width))) > SOLID
}

function isBox(part: PixelRegion, width: number, min: number): boolean {
  return part.size > 3 * min && areaOfHull(hullOf(part, width)) > areaOfBox(part.box) * 0.84
}

/** Share of a panel's box that other regions fill. */
function shareInside(others: PixelRegion, { box }: PixelRegion, width: number): number {
  let inside = 0
  for (let index = 0; index < others.runs.length; index += 2) {
    const y = Math.floor(others.runs[index]! / width)
    if (y < box.top || y >= box.bottom) continue
    const start = y * width
    const from = Math.max(others.runs[index]! - start, box.left)
    const to = Math.min(others.runs[index + 1]! - start, box.right)
    if (to > from) inside += to - from
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
  // A run as one number, which sorts by its start: no run is longer than a row.
  const factor = width + 1
  const packed = new Float64Array(parts.reduce((sum, { runs }) => sum + runs.length / 2, 0))
  let count = 0
  for (const { runs } of parts) {
    for (let index = 0; index < runs.length; index += 2) {
      packed[count++] = runs[index]! * factor + runs[index + 1]! - runs[index]!
    }
  }
  const merged = new RunList()
  for (const run of packed.sort()) {
    const from = Math.floor(run / factor)
    merged.add(from, from + (run % factor))
  }
  return merged.toRegion(width)
}

/** Runs that touch in neighbouring rows belong together. The components are numbered by their first run. */
function labelComponents({ runs }: PixelRegion, width: number): { sizes: number[]; componentOf: Int32Array } {
  const count = runs.length / 2
  const parents = Int32Array.from({ length: count }, (_, run) => run)
  const rootOf = (run: number): number => {
    let root = run
    while (parents[root] !== root) {
      // Shortens the way for the next time.
      parents[root] = parents[parents[root]!]!
      root = parents[root]!
    }
    return root
  }
  // The other one is in the row above, or still before it.
  for (let run = 0, above = 0; run < count; run++) {
    const from = runs[2 * run]! - width
    const to = runs[2 * run + 1]! - width
    while (runs[2 * above + 1]! <= from) above++
    for (let other = above; other < run && runs[2 * other]! < to; other++) {
      const [a, b] = [rootOf(other), rootOf(run)]
      // The first run of a component is its root.
      if (a !== b) parents[Math.max(a, b)] = Math.min(a, b)
    }
  }
  const sizes: number[] = []
  const componentOf = new Int32Array(count)
  for (let run = 0; run < count; run++) {
    const root = rootOf(run)
    componentOf[run] = root === run ? sizes.push(0) - 1 : componentOf[root]!
    sizes[componentOf[run]!]! += runs[2 * run + 1]! - runs[2 * run]!
  }
  return { sizes, componentOf }
}
