/** A page as 8-bit RGB, small enough to process every pixel. */
export interface PagePixels {
  data: Uint8Array
  width: number
  height: number
}

/** A rectangle of whole pixels: `right` and `bottom` are exclusive. */
export interface PixelBox {
  left: number
  top: number
  right: number
  bottom: number
}

export type Color = [red: number, green: number, blue: number]

const WHITE: Color = [255, 255, 255]
const BLACK: Color = [0, 0, 0]

/** Maximum difference of a pixel from the background: variation caused by JPEG and paper. */
const TOLERANCE = 44
/** Colours closer than this are the same background. */
const SAME = 60

/** The most common colour on the edge of a box, and its share of the edge. */
export function edgeColor(pixels: PagePixels, box: PixelBox): { color: Color; share: number } {
  const counts = new Uint32Array(4096)
  let total = 0
  forEachOnEdge(pixels, box, (at) => {
    counts[binOf(pixels.data, at)]!++
    total++
  })
  let best = 0
  for (let bin = 1; bin < counts.length; bin++) if (counts[bin]! > counts[best]!) best = bin
  const rough: Color = [((best >> 8) & 15) * 16 + 8, ((best >> 4) & 15) * 16 + 8, (best & 15) * 16 + 8]
  return nearestOnEdge(pixels, box, rough, total)
}

/**
 * Candidate colours of the gutters of a box: the dominant colour of its edge, if any, and white or black if present on
 * the edge.
 */
export function gutterColors(pixels: PagePixels, box: PixelBox): { color: Color; share: number }[] {
  const edge = edgeColor(pixels, box)
  const candidates = edge.share > 0.3 ? [edge] : []
  for (const plain of [WHITE, BLACK]) {
    const found = nearestOnEdge(pixels, box, plain)
    const isKnown = candidates.some(({ color }) => distance(color, found.color) < SAME)
    if (!isKnown && found.share > 0.004) candidates.push(found)
  }
  return candidates
}

/**
 * Flood-fills the background from the edge of a box: 1 for background, 0 for panels. Areas enclosed by a frame count as
 * panel, whatever their colour.
 */
export function floodBackground(pixels: PagePixels, box: PixelBox, color: Color, from: 'edge' | 'gutters'): Uint8Array {
  const { width, height, data } = pixels
  const isLike = new Uint8Array(width * height)
  for (let y = box.top; y < box.bottom; y++) {
    for (let at = y * width + box.left; at < y * width + box.right; at++) {
      if (isNear(data, at, color)) isLike[at] = 1
    }
  }
  removeSpecks(isLike, width, box)
  const reached = new Uint8Array(width * height)
  const stack = new Int32Array((box.right - box.left) * (box.bottom - box.top))
  let depth = 0
  const visit = (at: number) => {
    if (!isLike[at] || reached[at]) return
    reached[at] = 1
    stack[depth++] = at
  }
  if (from === 'edge') forEachOnEdge(pixels, box, visit)
  else forEachGutterEnd(pixels, box, isLike, visit)
  while (depth > 0) {
    const at = stack[--depth]!
    const x = at % width
    const y = (at - x) / width
    if (x > box.left) visit(at - 1)
    if (x < box.right - 1) visit(at + 1)
    if (y > box.top) visit(at - width)
    if (y < box.bottom - 1) visit(at + width)
  }
  return reached
}

/**
 * If panels extend to the edge of the page, only short stretches of the edge are gutters: longer ones may be a white
 * sky.
 */
function forEachGutterEnd({ width }: PagePixels, box: PixelBox, isLike: Uint8Array, visit: (at: number) => void): void {
  const [wide, high] = [box.right - box.left, box.bottom - box.top]
  const sides = [
    { start: box.top * width + box.left, by: 1, long: wide },
    { start: (box.bottom - 1) * width + box.left, by: 1, long: wide },
    { start: box.top * width + box.left, by: width, long: high },
    { start: box.top * width + box.right - 1, by: width, long: high },
  ]
  for (const { start, by, long } of sides) {
    let from = 0
    for (let index = 0; index <= long; index++) {
      if (index < long && isLike[start + index * by]) continue
      if (index - from < long * GUTTER_END) for (let at = from; at < index; at++) visit(start + at * by)
      from = index + 1
    }
  }
}

/** A wider stretch of the edge isn't a gutter. */
const GUTTER_END = 0.06

/** Single specks would block a straight cut. */
function removeSpecks(isLike: Uint8Array, width: number, box: PixelBox): void {
  for (let y = box.top + 1; y < box.bottom - 1; y++) {
    for (let at = y * width + box.left + 1; at < y * width + box.right - 1; at++) {
      if (isLike[at]) continue
      const around =
        isLike[at - 1]! +
        isLike[at + 1]! +
        isLike[at - width]! +
        isLike[at + width]! +
        isLike[at - width - 1]! +
        isLike[at - width + 1]! +
        isLike[at + width - 1]! +
        isLike[at + width + 1]!
      if (around >= 7) isLike[at] = 1
    }
  }
}

function nearestOnEdge(pixels: PagePixels, box: PixelBox, color: Color, known?: number) {
  const sum = [0, 0, 0]
  let near = 0
  let total = 0
  forEachOnEdge(pixels, box, (at) => {
    total++
    if (!isNear(pixels.data, at, color)) return
    near++
    for (let channel = 0; channel < 3; channel++) sum[channel]! += pixels.data[at * 3 + channel]!
  })
  const mean = near > 0 ? (sum.map((value) => Math.round(value / near)) as Color) : color
  return { color: mean, share: near / (known ?? Math.max(1, total)) }
}

/** Two pixels deep: the outermost one may be the border of a scan. */
function forEachOnEdge({ width }: PagePixels, box: PixelBox, visit: (at: number) => void): void {
  const deep = Math.min(2, box.bottom - box.top, box.right - box.left)
  for (let inset = 0; inset < deep; inset++) {
    for (let x = box.left; x < box.right; x++) {
      visit((box.top + inset) * width + x)
      visit((box.bottom - 1 - inset) * width + x)
    }
    for (let y = box.top; y < box.bottom; y++) {
      visit(y * width + box.left + inset)
      visit(y * width + box.right - 1 - inset)
    }
  }
}

const binOf = (data: Uint8Array, at: number): number =>
  ((data[at * 3]! >> 4) << 8) | ((data[at * 3 + 1]! >> 4) << 4) | (data[at * 3 + 2]! >> 4)

export function isNear(data: Uint8Array, at: number, color: Color): boolean {
  return (
    Math.abs(data[at * 3]! - color[0]) <= TOLERANCE &&
    Math.abs(data[at * 3 + 1]! - color[1]) <= TOLERANCE &&
    Math.abs(data[at * 3 + 2]! - color[2]) <= TOLERANCE
  )
}

function distance(a: Color, b: Color): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]))
}
