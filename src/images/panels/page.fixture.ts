import { loadSharp } from '../../formats/image/load-sharp.ts'
import type { PageBox } from './detect-panels.ts'
import type { Point } from './pixel-region.ts'

/** A page drawn for a test, with the boxes of its panels in reading order. */
export interface DrawnPage {
  jpeg: Buffer
  panels: PageBox[]
  isRightToLeft: boolean
  describe: string
}

type Random = () => number

/** A page with random panels, gutters, drawings and faults; the same seed draws the same page. */
export async function drawPage(seed: number): Promise<DrawnPage> {
  const random = seededRandom(seed)
  const width = Math.round(between(random, 700, 1500))
  const height = Math.round(width * between(random, 1.25, 1.6))
  const style = chooseStyle(random, width)
  const isRightToLeft = random() < 0.4
  const shapes = layOut(random, { width, height, style, isRightToLeft })
  const sheet = `<rect width="${width}" height="${height}" fill="${style.gutter}"/>`
  const art = shapes.map((shape, index) => drawPanel(random, shape, index, style)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${sheet}${art}${
    shapes.length > 1 ? drawBalloons(random, shapes, style) : ''
  }${drawNumber(random, { width, height }, style)}</svg>`
  const sharp = await loadSharp()
  const raw = await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer()
  addNoise(random, raw, style.noise)
  const jpeg = await sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: Math.round(between(random, 45, 92)) })
    .toBuffer()
  const panels = shapes.map((shape) => boxOf(shape, width, height))
  const whole = { x: 0, y: 0, width: 1, height: 1 }
  return {
    jpeg,
    panels: shapes.length === 1 ? [whole] : panels,
    isRightToLeft,
    describe: `seed ${seed}: ${shapes.length} panels, ${JSON.stringify(style)}`,
  }
}

interface Style {
  gutter: string
  ink: string
  /** Width of gutters, of frames and of the margin around the page. */
  gap: number
  frame: number
  margin: number
  /** Maximum tilt of rows and columns. */
  lean: [rows: number, columns: number]
  balloons: number
  noise: number
  isDark: boolean
}

function chooseStyle(random: Random, width: number): Style {
  const gutter = pick(random, ['#fff', '#fff', '#fff', '#000', '#000', '#f6eedc', '#fbfbf7', '#141414', '#e9e4da'])
  const isDark = gutter === '#000' || gutter === '#141414'
  return {
    gutter,
    isDark,
    ink: isDark ? '#fff' : '#000',
    gap: Math.max(5, width * between(random, 0.006, 0.03)),
    frame: random() < 0.75 ? between(random, 1.5, 5) : 0,
    margin: random() < 0.25 ? 0 : width * between(random, 0.015, 0.07),
    lean: [random() < 0.3 ? between(random, 0.02, 0.12) : 0, random() < 0.3 ? between(random, 0.05, 0.3) : 0],
    balloons: random() < 0.5 ? Math.ceil(between(random, 0, 4)) : 0,
    noise: random() < 0.5 ? between(random, 2, 9) : 0,
  }
}

type Sheet = { width: number; height: number; style: Style; isRightToLeft: boolean }

/** Rows of columns, sometimes with a column divided again; or five panels around each other. */
function layOut(random: Random, { width, height, style, isRightToLeft }: Sheet): Point[][] {
  const { margin, gap } = style
  const page = [margin, margin, width - margin, height - margin] as const
  if (random() < 0.06) return [quad([0, 0], [width, 0], [width, height], [0, height])]
  if (random() < 0.05) return pinwheel(page, gap, isRightToLeft)
  const shapes: Point[][] = []
  const rows = divide(random, Math.ceil(between(random, 1, 5)), page[1], page[3], 0.12)
  const lean = () => (random() * 2 - 1) * style.lean[0]
  const edges = rows.map(() => lean() * (page[2] - page[0]) * 0.5)
  rows.forEach(([top, bottom], index) => {
    const above = index === 0 ? 0 : edges[index - 1]!
    const below = index === rows.length - 1 ? 0 : edges[index]!
    const yAt = (x: number, edge: number, lean: number) => edge + lean * ((x - page[0]) / (page[2] - page[0]) - 0.5) * 2
    const max = bottom - top > height * 0.3 ? 3 : 4
    const columns = divide(random, Math.ceil(between(random, rows.length === 1 ? 1 : 0, max)), page[0], page[2], 0.18)
    const slants = columns.map(() => (random() * 2 - 1) * style.lean[1] * (bottom - top) * 0.5)
    const divided = Math.floor(random() * columns.length * 2)
    const row = columns.flatMap(([left, right], column) => {
      const begin = column === 0 ? 0 : slants[column - 1]!
      const end = column === columns.length - 1 ? 0 : slants[column]!
      const topY = (x: number) => yAt(x, top, above) + (index === 0 ? 0 : gap / 2)
      const bottomY = (x: number) => yAt(x, bottom, below) - (index === rows.length - 1 ? 0 : gap / 2)
      const x1 = left + (column === 0 ? 0 : gap / 2)
      const x2 = right - (column === columns.length - 1 ? 0 : gap / 2)
      const whole = quad(
        [x1 + begin, topY(x1 + begin)],
        [x2 + end, topY(x2 + end)],
        [x2 - end, bottomY(x2 - end)],
        [x1 - begin, bottomY(x1 - begin)],
      )
      const isPlain = begin === 0 && end === 0 && above === 0 && below === 0
      if (!isPlain || columns.length === 1 || bottom - top < height * 0.3 || column !== divided) return [[whole]]
      const middle = top + (bottom - top) * between(random, 0.35, 0.65)
      return [
        [
          quad([x1, topY(x1)], [x2, topY(x2)], [x2, middle - gap / 2], [x1, middle - gap / 2]),
          quad([x1, middle + gap / 2], [x2, middle + gap / 2], [x2, bottomY(x2)], [x1, bottomY(x1)]),
        ],
      ]
    })
    shapes.push(...(isRightToLeft ? row.toReversed() : row).flat())
  })
  return shapes
}

function pinwheel([x1, y1, x2, y2]: readonly [number, number, number, number], gap: number, isRtl: boolean): Point[][] {
  const [w, h, g] = [x2 - x1, y2 - y1, gap / 2]
  const box = (left: number, top: number, right: number, bottom: number) =>
    quad(
      [x1 + w * left + (left > 0 ? g : 0), y1 + h * top + (top > 0 ? g : 0)],
      [x1 + w * right - (right < 1 ? g : 0), y1 + h * top + (top > 0 ? g : 0)],
      [x1 + w * right - (right < 1 ? g : 0), y1 + h * bottom - (bottom < 1 ? g : 0)],
      [x1 + w * left + (left > 0 ? g : 0), y1 + h * bottom - (bottom < 1 ? g : 0)],
    )
  const [a, b, c, d, e] = [
    box(0, 0, 0.64, 0.3),
    box(0.64, 0, 1, 0.66),
    box(0, 0.3, 0.34, 1),
    box(0.34, 0.3, 0.64, 0.66),
    box(0.34, 0.66, 1, 1),
  ]
  return isRtl ? [b, a, d, c, e] : [a, b, c, d, e]
}

/** Divides a line into parts, none smaller than `min`. */
function divide(random: Random, count: number, from: number, to: number, min: number): [number, number][] {
  const parts = Array.from({ length: Math.max(1, Math.min(count, 4)) }, () => min * 1.6 + random())
  const sum = parts.reduce((total, part) => total + part, 0)
  let at = from
  return parts.map((part) => {
    const begin = at
    at += ((to - from) * part) / sum
    return [begin, at]
  })
}

function drawPanel(random: Random, shape: Point[], index: number, { frame, ink, isDark }: Style): string {
  const { x, y, width, height } = boxOf(shape, 1, 1)
  const path = shape.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ')
  // Without a frame, a panel must not have the gutter's colour at its edge: its border would be invisible.
  const isPale = !isDark && frame > 0 && random() < 0.5
  const hue = Math.floor(random() * 360)
  const light = isPale ? 97 : isDark ? between(random, 40, 85) : between(random, 25, 72)
  const back = `<polygon points="${path}" fill="hsl(${hue} ${isPale ? 0 : 45}% ${light}%)"/>`
  const marks = Array.from({ length: 14 }, () => {
    const color = `hsl(${Math.floor(random() * 360)} 50% ${Math.round(between(random, isDark ? 35 : 10, 75))}%)`
    const [cx, cy] = [x + random() * width, y + random() * height]
    const size = Math.min(width, height) * between(random, 0.05, 0.4)
    if (random() < 0.5) return `<circle cx="${cx}" cy="${cy}" r="${size / 2}" fill="${color}"/>`
    const line = `x1="${cx}" y1="${cy}" x2="${cx + size * (random() - 0.5) * 3}" y2="${cy + size * (random() - 0.5) * 3}"`
    return `<line ${line} stroke="${color}" stroke-width="${between(random, 1, 9)}"/>`
  }).join('')
  const edge = frame > 0 ? `<polygon points="${path}" fill="none" stroke="${ink}" stroke-width="${frame}"/>` : ''
  return `<clipPath id="c${index}"><polygon points="${path}"/></clipPath>${back}<g clip-path="url(#c${index})">${marks}</g>${edge}`
}

/** Balloons on the edges of panels, so that they cross the gutters. */
function drawBalloons(random: Random, shapes: Point[][], { balloons }: Style): string {
  return Array.from({ length: balloons }, () => {
    const { x, y, width, height } = boxOf(pick(random, shapes), 1, 1)
    const [rx, ry] = [width * between(random, 0.1, 0.2), Math.min(width, height) * between(random, 0.06, 0.14)]
    const isBelow = random() < 0.5
    const cx = isBelow ? x + width * between(random, 0.3, 0.7) : x + width
    const cy = isBelow ? y + height : y + height * between(random, 0.3, 0.7)
    const words = `<text x="${cx}" y="${cy}" font-size="${ry * 0.5}" text-anchor="middle">WHAT NOW</text>`
    return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="#fff" stroke="#000" stroke-width="2.5"/>${words}`
  }).join('')
}

function drawNumber(random: Random, { width, height }: { width: number; height: number }, style: Style): string {
  if (style.margin < 30 || random() < 0.4) return ''
  const number = Math.floor(random() * 200)
  const size = style.margin * 0.4
  return `<text x="${width / 2}" y="${height - style.margin * 0.3}" font-size="${size}" fill="${style.ink}">${number}</text>`
}

function addNoise(random: Random, raw: Buffer, strength: number): void {
  if (strength === 0) return
  for (let at = 0; at < raw.length; at += 3) {
    const by = (random() + random() + random() - 1.5) * strength * 2
    for (let channel = 0; channel < 3; channel++)
      raw[at + channel] = Math.max(0, Math.min(255, raw[at + channel]! + by))
  }
}

function boxOf(shape: Point[], width: number, height: number): PageBox {
  const xs = shape.map(({ x }) => x)
  const ys = shape.map(({ y }) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return {
    x: left / width,
    y: top / height,
    width: (Math.max(...xs) - left) / width,
    height: (Math.max(...ys) - top) / height,
  }
}

const quad = (...corners: [number, number][]): Point[] => corners.map(([x, y]) => ({ x, y }))
const between = (random: Random, from: number, to: number): number => from + random() * (to - from)
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

function seededRandom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Intersection of two boxes divided by their union. */
export function overlapOf(a: PageBox, b: PageBox): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (wide <= 0 || high <= 0) return 0
  return (wide * high) / (a.width * a.height + b.width * b.height - wide * high)
}
