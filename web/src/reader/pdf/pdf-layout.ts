export type PdfFit = 'width' | 'page' | 'custom'
export type Rotation = 0 | 90 | 180 | 270
export type Size = { width: number; height: number }
/** Fractions of the page: 0 to 1, from the upper left. */
export type RelativeBox = { x: number; y: number; width: number; height: number }

export type PlacedPage = { page: number; left: number; width: number; height: number }
export type PageRow = { top: number; height: number; width: number; pages: PlacedPage[] }
export type PdfLayout = { rows: PageRow[]; width: number; height: number }

export type LayoutOptions = {
  /** In points. */
  sizes: Size[]
  view: Size
  fit: PdfFit
  /** 1 is the size on paper. */
  zoom: number
  rotation: Rotation
  isDouble: boolean
  /** For two pages side by side: the first page is alone, like the cover of a printed book. */
  isCoverAlone?: boolean
  isRtl: boolean
}

/** Screen pixels per point on paper. */
export const pixelsPerPoint = 96 / 72
export const pageGap = 12
export const minZoom = 0.1
export const maxZoom = 4

/** Positions every page. All sizes are known beforehand, so nothing jumps and only visible pages need to exist. */
export function layOutPages(options: LayoutOptions): PdfLayout {
  const { sizes, view, fit, zoom, rotation, isRtl } = options
  const rows: PageRow[] = []
  let top = pageGap
  let widest = 0
  for (const numbers of pairsOf(options)) {
    const shapes = numbers.map((number) => rotatedSize(sizes[number - 1] as Size, rotation))
    const scale = scaleOf(shapes, view, fit, zoom)
    const height = Math.max(...shapes.map((shape) => Math.round(shape.height * scale)))
    const pages: PlacedPage[] = []
    let left = 0
    const order = [...numbers.keys()]
    for (const index of isRtl ? order.reverse() : order) {
      const shape = shapes[index] as Size
      const width = Math.round(shape.width * scale)
      pages.push({ page: numbers[index] as number, left, width, height: Math.round(shape.height * scale) })
      left += width + pageGap
    }
    const width = left - pageGap
    widest = Math.max(widest, width)
    rows.push({ top, height, width, pages })
    top += height + pageGap
  }
  return { rows, width: widest, height: top }
}

function* pairsOf({ sizes, isDouble, isCoverAlone = true }: LayoutOptions): Generator<number[]> {
  const isSpread = isDouble ? findSpreads(sizes) : () => false
  for (let page = 1; page <= sizes.length; ) {
    const isAlone = !isDouble || (isCoverAlone && page === 1) || page === sizes.length
    const pair = isAlone || isSpread(page) || isSpread(page + 1) ? [page] : [page, page + 1]
    yield pair
    page += pair.length
  }
}

/** Pages much wider in proportion than most: two pages in one, without room for another beside them. */
function findSpreads(sizes: Size[]): (page: number) => boolean {
  const shapes = sizes.map(({ width, height }) => width / height)
  const usual = shapes.toSorted((one, other) => one - other)[shapes.length >> 1] ?? 1
  return (page) => (shapes[page - 1] ?? 0) > usual * 1.6
}

export function rotatedSize({ width, height }: Size, rotation: Rotation): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Pixels per point for pages side by side. */
function scaleOf(shapes: Size[], view: Size, fit: PdfFit, zoom: number): number {
  if (fit === 'custom') return zoom * pixelsPerPoint
  const wide = shapes.reduce((sum, { width }) => sum + width, 0)
  const gaps = pageGap * (shapes.length - 1)
  // In a wide window pages would become larger than anyone reads them.
  const byWidth = Math.min((view.width - gaps - 2 * sideOf(view)) / wide, 3)
  if (fit === 'width') return byWidth
  return Math.min(byWidth, (view.height - 2 * pageGap) / Math.max(...shapes.map(({ height }) => height)))
}

/** On a phone every pixel is needed for the page. */
function sideOf({ width }: Size): number {
  return width < 700 ? 4 : 24
}

/** The zoom that results from the fit, to continue zooming from. */
export function zoomOfLayout(layout: PdfLayout, sizes: Size[], rotation: Rotation, page: number): number {
  const placed = layout.rows[rowIndexOfPage(layout, page)]?.pages.find((each) => each.page === page)
  const size = sizes[page - 1]
  if (!placed || !size) return 1
  return placed.width / rotatedSize(size, rotation).width / pixelsPerPoint
}

/** The row with this page. */
export function rowIndexOfPage(layout: PdfLayout, page: number): number {
  return search(layout.rows, (row) => Math.min(...row.pages.map((each) => each.page)) <= page)
}

/** The row at this height. */
export function rowIndexAtHeight(layout: PdfLayout, top: number): number {
  return search(layout.rows, (row) => row.top <= top)
}

/** The row being read: the first one that starts in the window, if above the middle; else the one at the top. */
export function currentRowIndex(layout: PdfLayout, scrollTop: number, windowHeight: number): number {
  const atTop = rowIndexAtHeight(layout, scrollTop)
  const firstWhole = (layout.rows[atTop]?.top ?? 0) >= scrollTop ? atTop : atTop + 1
  return Math.min(firstWhole, rowIndexAtHeight(layout, scrollTop + windowHeight * 0.4))
}

/** Binary search for the last row that matches; only the first rows do. */
function search(rows: PageRow[], isBefore: (row: PageRow) => boolean): number {
  let [low, high] = [0, rows.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isBefore(rows[middle] as PageRow)) low = middle
    else high = middle - 1
  }
  return low
}

/** A box of the page after rotation; the inverse rotation converts it back. */
export function rotateBox({ x, y, width, height }: RelativeBox, rotation: Rotation): RelativeBox {
  if (rotation === 90) return { x: 1 - y - height, y: x, width: height, height: width }
  if (rotation === 180) return { x: 1 - x - width, y: 1 - y - height, width, height }
  if (rotation === 270) return { x: y, y: 1 - x - width, width: height, height: width }
  return { x, y, width, height }
}

export const inverseRotation = (rotation: Rotation): Rotation => ((360 - rotation) % 360) as Rotation

const zoomSteps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4]

export function nextZoom(zoom: number, by: 1 | -1): number {
  if (by === 1) return zoomSteps.find((step) => step > zoom + 0.005) ?? maxZoom
  return zoomSteps.findLast((step) => step < zoom - 0.005) ?? minZoom
}

export function clampPdfZoom(zoom: number): number {
  return Math.min(maxZoom, Math.max(minZoom, zoom))
}
