import { type Color, edgeColor, floodBackground, gutterColors, type PagePixels, type PixelBox } from './background.ts'
import { cutAlongLeaningGutter, cutAlongStraightGutters } from './cut-panels.ts'
import { panelReadingOrder } from './panel-reading-order.ts'
import {
  areaOfBox,
  areaOfHull,
  countInColumns,
  countInRows,
  hullOf,
  type PixelRegion,
  type Point,
  RunList,
} from './pixel-region.ts'
import { splitComponents, splitOutBoxes } from './split-components.ts'
import { endsOfCounts, trimMargins } from './trim-margins.ts'

/** Part of a page, in fractions of its width and height (0 to 1), from the upper left. */
export interface PageBox {
  x: number
  y: number
  width: number
  height: number
}

export interface PanelsAndMargins {
  /** In reading order from left to right, and from right to left. */
  panels: { ltr: PageBox[]; rtl: PageBox[] }
  /** The page without its empty margins. */
  content: PageBox
  /** The colour of the page's edge, as `#rrggbb`. */
  edge: string
}

export const WHOLE_PAGE: PageBox = { x: 0, y: 0, width: 1, height: 1 }

/** Smaller parts are page numbers, captions and dirt. */
const MIN_SIZE = { width: 0.045, height: 0.032, area: 0.006 }
/** No page has more; a page that seems to is a page of text. */
const MAX_PANELS = 40
/** A page that splits into more parts is a drawing or text, not panels. */
const MAX_PARTS = 400
/** How often all pixels may be scanned for tilted cuts: a page of text would otherwise take seconds. */
const MAX_SCANS_OF_PAGE = 5
/** Minimum share of the printed area that panels cover. */
const COVERED = 0.45

/**
 * Detects the panels of a page by the gutters between them: first straight cuts, then connected components, tilted cuts
 * or cuts through whatever crosses a gutter, and at last separate boxes. A page without gutters is one panel.
 */
export function detectPanelsAndMargins(pixels: PagePixels): PanelsAndMargins {
  const whole: PixelBox = { left: 0, top: 0, right: pixels.width, bottom: pixels.height }
  const edge = edgeColor(pixels, whole)
  const content = trimMargins(pixels, whole)
  const found = findPanels(pixels, whole, 0)
  const isPage = found.length < 2
  const shapes = found.map(({ shape }) => shape)
  const boxes = found.map(({ box }) => partOfPage(box, pixels))
  const inOrder = (isRightToLeft: boolean) =>
    isPage ? [WHOLE_PAGE] : panelReadingOrder(shapes, isRightToLeft).map((place) => boxes[place]!)
  return {
    panels: { ltr: inOrder(false), rtl: inOrder(true) },
    content: partOfPage(content, pixels),
    edge: `#${edge.color.map((value) => value.toString(16).padStart(2, '0')).join('')}`,
  }
}

interface Panel {
  box: PixelBox
  shape: Point[]
}

/** A page may have a margin of one colour around gutters of another: the inside of a lone box is searched again. */
function findPanels(pixels: PagePixels, box: PixelBox, depth: number): Panel[] {
  let best: Found | undefined
  for (const { color, share } of gutterColors(pixels, box)) {
    const hasMargin = share > 0.8
    const found = splitPage(pixels, box, color, hasMargin ? 'edge' : 'gutters')
    const other = hasMargin || share < 0.1 ? undefined : splitPage(pixels, box, color, 'edge')
    if (found.isPicture || other?.isPicture) return []
    for (const each of [found, other]) {
      if (each && each.panels.length > 1 && each.filled > (best?.filled ?? 0)) best = each
    }
    if (best && hasMargin) break
    const inner = found.panels[0]?.box
    const isSmaller = inner && areaOfBox(inner) < areaOfBox(box) * 0.995 && areaOfBox(inner) > areaOfBox(box) * 0.3
    if (depth < 2 && share > 0.5 && isSmaller) {
      const inside = findPanels(pixels, inset(inner), depth + 1)
      if (inside.length > 1) return inside
    }
  }
  return best?.panels ?? []
}

interface Found {
  panels: Panel[]
  /** Share of their outlines that the panels fill: pieces of a drawing fill little of theirs. */
  filled: number
  /** The page is one picture: other colours needn't be tried. */
  isPicture?: boolean
}

function splitPage(pixels: PagePixels, box: PixelBox, color: Color, from: 'edge' | 'gutters'): Found {
  const { width } = pixels
  const background = floodBackground(pixels, box, color, from)
  const page = foreground(background, box, width)
  const min = pixels.width * pixels.height * MIN_SIZE.area
  const leaves: PixelRegion[] = []
  split(page, width, { min, leaves, pixelsLeft: MAX_SCANS_OF_PAGE * areaOfBox(box) })
  if (leaves.length > MAX_PARTS) return none
  const isPanel = ({ box: { left, top, right, bottom }, size }: PixelRegion) =>
    right - left > width * MIN_SIZE.width && bottom - top > pixels.height * MIN_SIZE.height && size > min
  const panels = leaves.filter(isPanel)
  if (panels.length > MAX_PANELS) return none
  const boxes = panels.map((panel) => ({ box: withoutTails(panel, width), shape: hullOf(panel, width), panel }))
  const outer = boxes.filter((each) => !boxes.some((other) => other !== each && isInside(each.box, other.box)))
  const covered = outer.reduce((sum, each) => sum + areaOfBox(each.box), 0)
  if (covered < areaOfBox(page.box) * COVERED) return none
  if (isPicture(outer.map((each) => areaOfBox(each.box) / covered))) return picture
  const hulls = outer.reduce((sum, { shape }) => sum + areaOfHull(shape), 0)
  const filled = outer.reduce((sum, { panel }) => sum + panel.size, 0) / hulls
  // Without a margin, the gutter colour may be that of a sky: real panels fill their outlines.
  if (from === 'gutters' && filled < 0.85) return none
  return { panels: outer.map(({ box: at, shape }) => ({ box: at, shape })), filled }
}

/** A cover or a splash page with separate bits: letters of a title, a logo. */
function isPicture(shares: readonly number[]): boolean {
  const [largest, second] = shares.toSorted((a, b) => b - a)
  return second !== undefined && largest! > 0.6 && second < 0.1
}

const none: Found = { panels: [], filled: 0 }
const picture: Found = { panels: [], filled: 0, isPicture: true }

interface Search {
  /** Minimum number of pixels of a panel. */
  min: number
  leaves: PixelRegion[]
  pixelsLeft: number
}

function split(region: PixelRegion, width: number, found: Search): void {
  if (found.leaves.length > MAX_PARTS) return
  const { min, leaves } = found
  const steps = [
    () => cutAlongStraightGutters(region, width, 'rows'),
    () => cutAlongStraightGutters(region, width, 'columns'),
    () => splitComponents(region, width, min),
    () => {
      found.pixelsLeft -= region.size
      return found.pixelsLeft > 0 ? cutAlongLeaningGutter(region, width, min) : [region]
    },
    () => splitOutBoxes(region, width, min),
  ]
  for (const step of hasRoomForGutter(region, width, min) ? steps : steps.slice(0, 2)) {
    const parts = step()
    if (parts.length < 2) continue
    for (const part of parts) split(part, width, found)
    return
  }
  leaves.push(region)
}

/** A region that fills its outline contains no gutter; a small one isn't worth the effort. */
function hasRoomForGutter(region: PixelRegion, width: number, min: number): boolean {
  const { left, top, right, bottom } = region.box
  if (region.size < 2 * min) return false
  const empty = areaOfHull(hullOf(region, width)) - region.size
  return empty > 1.6 * Math.min(right - left, bottom - top) + 2
}

function foreground(background: Uint8Array, box: PixelBox, width: number): PixelRegion {
  const runs = new RunList()
  for (let y = box.top; y < box.bottom; y++) {
    const end = y * width + box.right
    for (let at = y * width + box.left; at < end; ) {
      if (background[at]) {
        at++
        continue
      }
      const from = at
      while (at < end && !background[at]) at++
      runs.add(from, at)
    }
  }
  return runs.toRegion(width)
}

/** The box without balloon tails and other thin parts that stick out. */
function withoutTails(region: PixelRegion, width: number): PixelBox {
  const { box } = region
  const rows = countInRows(region, width)
  const columns = countInColumns(region, width)
  const thinRow = columns.length * 0.06
  const thinColumn = rows.length * 0.06
  const [top, bottom] = endsOfCounts(rows, thinRow)
  const [left, right] = endsOfCounts(columns, thinColumn)
  return { left: box.left + left, right: box.left + right, top: box.top + top, bottom: box.top + bottom }
}

function isInside(inner: PixelBox, outer: PixelBox): boolean {
  const wide = Math.min(inner.right, outer.right) - Math.max(inner.left, outer.left)
  const high = Math.min(inner.bottom, outer.bottom) - Math.max(inner.top, outer.top)
  return wide > 0 && high > 0 && wide * high > areaOfBox(inner) * 0.85 && areaOfBox(inner) < areaOfBox(outer)
}

/** Excludes the frame, which has another colour. */
const inset = ({ left, top, right, bottom }: PixelBox): PixelBox => ({
  left: left + 3,
  top: top + 3,
  right: right - 3,
  bottom: bottom - 3,
})

function partOfPage({ left, top, right, bottom }: PixelBox, { width, height }: PagePixels): PageBox {
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000
  return {
    x: rounded(left / width),
    y: rounded(top / height),
    width: rounded((right - left) / width),
    height: rounded((bottom - top) / height),
  }
}
