import type { PixelBox } from './background.ts'
import { countInColumns, countInRows, cutRegion, type PixelRegion } from './pixel-region.ts'

/** A family of lines: `rows` run across the page, `columns` down it. The slope is their tilt. */
type Axis = 'rows' | 'columns'

/** The amount of foreground on each line of a region, from the first line to the last. */
interface Profile {
  axis: Axis
  slope: number
  /** Distance between two lines in pixels. */
  step: number
  /** Position of the first line: `line = floor((along - first) / step)`. */
  first: number
  counts: Uint32Array
  /** Number of pixels that each counted pixel represents. */
  weight: number
  blocked: Float64Array
  /** Lines that leave the region through its other sides are too short to be meaningful. */
  isWhole: Uint8Array
}

interface Run {
  from: number
  to: number
}

/** Maximum share of foreground in a clean gutter. */
const CLEAN = 0.03
/** Maximum share of a gutter that a balloon or a figure may cover. */
const HIDDEN = 0.5
/** A gutter that ends before the edge may separate only some of the panels: any other is preferred. */
const HIDDEN_AT_END = 0.3
const CLOSED = 0.25
/** Cost of tilt relative to coverage. */
const LEANS = 0.25
/** Minimum share of foreground next to a gutter, where panels must be. */
const BESIDE = 0.5
const BESIDE_CLEAN = 0.35

/** Cuts along every straight gutter across the region, or down it. Returns one region if there is none. */
export function cutAlongStraightGutters(region: PixelRegion, width: number, axis: Axis): PixelRegion[] {
  const profile = straightProfile(region, width, axis)
  const runs = runsBelow(profile, CLEAN)
  if (runs.length === 0) return [region]
  return cutAt(region, width, profile, runs)
}

/**
 * Cuts once where no straight cut is possible: along a tilted gutter, or one that something crosses. The gutter with
 * the least tilt and coverage is the likeliest. Neither side may be smaller than `smallest` pixels.
 */
export function cutAlongLeaningGutter(region: PixelRegion, width: number, smallest: number): PixelRegion[] {
  const mask = maskOf(region, width)
  const samples = { rows: sample(region, width, 'rows'), columns: sample(region, width, 'columns') }
  let best: { profile: Profile; run: Run; cost: number } | undefined
  for (const slope of slopes) {
    for (const axis of Math.abs(slope) > STEEPEST_ROW ? columns : both) {
      const profile = profileOf(samples[axis], region.box, { axis, slope })
      const clean = runsBelow(profile, CLEAN)
      for (const run of clean.length > 0 ? clean : dips(profile)) {
        const blocked = profile.blocked[run.from]!
        const wide = Math.min(8, run.to - run.from)
        const min = blocked + Math.abs(slope) * LEANS - wide * 0.01
        if ((best && min >= best.cost) || !leavesBoth(profile, run, smallest)) continue
        if (!isBetween(profile, run, clean.length > 0 ? BESIDE_CLEAN : BESIDE)) continue
        const isOpen = isOpenAtEnds(region, mask, profile, run)
        const cost = min + (isOpen ? 0 : CLOSED)
        if ((isOpen || blocked < HIDDEN_AT_END) && (!best || cost < best.cost)) best = { profile, run, cost }
      }
    }
  }
  return best ? cutAt(region, width, best.profile, [best.run]) : [region]
}

const slopes = [
  0,
  ...[
    ...Array.from({ length: 20 }, (_, index) => (index + 1) / 100),
    ...Array.from({ length: 13 }, (_, index) => 0.22 + index * 0.02),
  ].flatMap((slope) => [slope, -slope]),
]

/** Vertical gutters tilt more than horizontal ones. */
const STEEPEST_ROW = 0.26
const both: Axis[] = ['rows', 'columns']
const columns: Axis[] = ['columns']

/** Sampling is enough to find a tilted gutter: every sixth pixel along a line, of every second line. */
const ALONG = 6
const ACROSS = 2

/**
 * The sampled pixels, as runs across the lines: where along the lines, and from which line without tilt to which, in
 * steps of `ACROSS`.
 */
interface Samples {
  along: Int16Array
  from: Int16Array
  to: Int16Array
}

function sample({ runs, box, size }: PixelRegion, width: number, axis: Axis): Samples {
  const most = Math.ceil(size / 2)
  const samples = { along: new Int16Array(most), from: new Int16Array(most), to: new Int16Array(most) }
  let count = 0
  const add = (along: number, from: number, to: number) => {
    samples.along[count] = along
    samples.from[count] = from
    samples.to[count++] = to
  }
  if (axis === 'columns') sampleRows(runs, width, add)
  else sampleColumns(runs, width, box, add)
  const { along, from, to } = samples
  return { along: along.subarray(0, count), from: from.subarray(0, count), to: to.subarray(0, count) }
}

type AddSample = (along: number, from: number, to: number) => void

function sampleRows(runs: Int32Array, width: number, add: AddSample): void {
  for (let index = 0; index < runs.length; index += 2) {
    const y = Math.floor(runs[index]! / width)
    if (y % ALONG !== 0) continue
    const from = Math.ceil((runs[index]! - y * width) / ACROSS)
    const to = Math.ceil((runs[index + 1]! - y * width) / ACROSS)
    if (to > from) add(y, from, to)
  }
}

function sampleColumns(runs: Int32Array, width: number, box: PixelBox, add: AddSample): void {
  // The run of each column that may go on in the next row.
  const since = new Int16Array(Math.ceil(box.right / ALONG)).fill(NEVER)
  const until = new Int16Array(since.length).fill(NEVER)
  for (let index = 0; index < runs.length; index += 2) {
    const y = Math.floor(runs[index]! / width)
    if (y % ACROSS !== 0) continue
    const line = y / ACROSS
    const end = Math.ceil((runs[index + 1]! - y * width) / ALONG)
    for (let column = Math.ceil((runs[index]! - y * width) / ALONG); column < end; column++) {
      if (until[column] !== line) {
        if (since[column] !== NEVER) add(column * ALONG, since[column]!, until[column]!)
        since[column] = line
      }
      until[column] = line + 1
    }
  }
  for (let column = 0; column < since.length; column++) {
    if (since[column] !== NEVER) add(column * ALONG, since[column]!, until[column]!)
  }
}

const NEVER = -1

type Lines = Pick<Profile, 'axis' | 'slope'>

function profileOf(samples: Samples, box: PixelBox, { axis, slope }: Lines): Profile {
  const step = ACROSS
  const isRows = axis === 'rows'
  const [near, far] = isRows ? [box.left, box.right] : [box.top, box.bottom]
  const [low, high] = isRows ? [box.top, box.bottom] : [box.left, box.right]
  const lean = Math.abs(slope) * (far - near)
  const first = low - (slope > 0 ? slope * far : slope * near)
  const count = Math.ceil((high - low + lean) / step) + 1
  const counts = countOnLines(samples, slope, first, count)
  const blocked = new Float64Array(count)
  const isWhole = new Uint8Array(count)
  const full = (far - near) / ALONG
  for (let line = 0; line < count; line++) {
    // The part of the line inside the box.
    const at = first + (line + 0.5) * step
    const enters = slope === 0 ? near : ((slope > 0 ? low : high) - at) / slope
    const leaves = slope === 0 ? far : ((slope > 0 ? high : low) - at) / slope
    const long = (Math.min(far, leaves) - Math.max(near, enters)) / ALONG
    blocked[line] = long > 0 ? counts[line]! / long : 1
    isWhole[line] = long > full * 0.7 ? 1 : 0
  }
  return { axis, slope, step, first, weight: ALONG * ACROSS, counts, blocked, isWhole }
}

/** The whole run moves with the tilt, so that only its ends have to be counted. */
function countOnLines({ along, from, to }: Samples, slope: number, first: number, count: number): Uint32Array {
  const changes = new Int32Array(count + 1)
  for (let index = 0; index < along.length; index++) {
    const shift = Math.floor((-slope * along[index]! - first) / ACROSS + ROUNDING)
    changes[from[index]! + shift]!++
    changes[to[index]! + shift]!--
  }
  const counts = new Uint32Array(count)
  for (let line = 0, sum = 0; line < count; line++) {
    sum += changes[line]!
    counts[line] = sum
  }
  return counts
}

const ROUNDING = 1e-9

function straightProfile(region: PixelRegion, width: number, axis: Axis): Profile {
  const { box } = region
  const isRows = axis === 'rows'
  const first = isRows ? box.top : box.left
  const counts = isRows ? countInRows(region, width) : countInColumns(region, width)
  const long = isRows ? box.right - box.left : box.bottom - box.top
  const blocked = Float64Array.from(counts, (count) => count / long)
  const isWhole = new Uint8Array(counts.length).fill(1)
  return { axis, slope: 0, step: 1, first, weight: 1, counts, blocked, isWhole }
}

/** Runs of clean lines with foreground before and after them. */
function runsBelow({ blocked, isWhole }: Profile, max: number): Run[] {
  const runs: Run[] = []
  let from = -1
  let hasBegun = false
  for (let line = 0; line < blocked.length; line++) {
    const isClean = blocked[line]! <= max && isWhole[line] === 1
    if (!isClean) {
      if (from >= 0 && hasBegun) runs.push({ from, to: line })
      if (blocked[line]! > max) hasBegun = true
      from = -1
    } else if (from < 0) from = line
  }
  return runs
}

/** Local minima of blocked lines: one run for each. */
function dips({ blocked, isWhole }: Profile): Run[] {
  const found: Run[] = []
  for (let line = 1; line < blocked.length - 1; line++) {
    const here = blocked[line]!
    if (here > HIDDEN || !isWhole[line]) continue
    if (here <= blocked[line - 1]! && here < blocked[line + 1]!) found.push({ from: line, to: line + 1 })
  }
  return found
}

/** Whether panels begin close to a gutter on both sides. */
function isBetween({ blocked, step }: Profile, { from, to }: Run, min: number): boolean {
  const reach = Math.ceil(24 / step)
  const before = Math.max(0, ...blocked.subarray(Math.max(0, from - reach), from))
  const after = Math.max(0, ...blocked.subarray(to, to + reach))
  return before >= min && after >= min
}

function leavesBoth({ counts, weight }: Profile, { from, to }: Run, min: number): boolean {
  const sum = (part: Uint32Array) => part.reduce((total, count) => total + count, 0) * weight
  return sum(counts.subarray(0, from)) >= min && sum(counts.subarray(to)) >= min
}

/** Whether a gutter extends to the edge of the region at both ends. */
function isOpenAtEnds({ box }: PixelRegion, mask: Uint8Array, profile: Profile, run: Run): boolean {
  const { axis, slope, step, first } = profile
  const isRows = axis === 'rows'
  const [near, far] = isRows ? [box.left, box.right] : [box.top, box.bottom]
  const wide = box.right - box.left
  const along = first + ((run.from + run.to) / 2) * step
  const isBlocked = (position: number) => {
    const across = Math.floor(along + slope * position)
    const [x, y] = isRows ? [position, across] : [across, position]
    if (x < box.left || x >= box.right || y < box.top || y >= box.bottom) return false
    return mask[(y - box.top) * wide + x - box.left] === 1
  }
  const margin = Math.max(2, Math.round((far - near) * 0.03))
  for (const [start, by] of [
    [near, 1],
    [far - 1, -1],
  ] as const) {
    let open = 0
    for (let index = 0; index < margin; index++) if (!isBlocked(start + by * index)) open++
    if (open < margin * 0.6) return false
  }
  return true
}

function maskOf({ runs, box }: PixelRegion, width: number): Uint8Array {
  const wide = box.right - box.left
  const mask = new Uint8Array(wide * (box.bottom - box.top))
  for (let index = 0; index < runs.length; index += 2) {
    const y = Math.floor(runs[index]! / width)
    const start = (y - box.top) * wide - y * width - box.left
    mask.fill(1, start + runs[index]!, start + runs[index + 1]!)
  }
  return mask
}

function lineOf({ axis, slope, step, first }: Profile): (x: number, y: number) => number {
  if (axis === 'rows') return (x, y) => (y - slope * x - first) / step
  return (x, y) => (x - slope * y - first) / step
}

function cutAt(region: PixelRegion, width: number, profile: Profile, runs: readonly Run[]): PixelRegion[] {
  const line = lineOf(profile)
  const middles = runs.map(({ from, to }) => (from + to) / 2)
  return cutRegion(region, width, runs.length + 1, (x, y) => {
    const where = line(x, y)
    let part = 0
    while (part < middles.length && where >= middles[part]!) part++
    return part
  })
}
