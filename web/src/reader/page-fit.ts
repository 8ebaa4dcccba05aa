import type { PageShape } from './spreads.ts'

export type PageFit = 'screen' | 'width' | 'height' | 'original'
export const pageFits: PageFit[] = ['screen', 'width', 'height', 'original']
export type Dimensions = { width: number; height: number }

/** The assumed size of a page until its image is loaded. */
const usual: Dimensions = { width: 1000, height: 1500 }

/**
 * The display size of each page of a spread. Pages side by side share one height, whatever the sizes of their scans.
 */
export function fitSpread(pages: PageShape[], view: Dimensions, fit: PageFit, zoom: number): Dimensions[] {
  const shapes = pages.map((page) => ({
    width: page.width ?? usual.width,
    height: page.height ?? usual.height,
  }))
  if (fit === 'original') return shapes.map(({ width, height }) => ({ width: width * zoom, height: height * zoom }))
  const ratios = shapes.map(({ width, height }) => width / height)
  const together = ratios.reduce((sum, ratio) => sum + ratio, 0)
  const byWidth = view.width / together
  const height = { screen: Math.min(view.height, byWidth), width: byWidth, height: view.height }[fit] * zoom
  return ratios.map((ratio) => ({ width: height * ratio, height }))
}

export function nextPageFit(fit: PageFit): PageFit {
  return pageFits[(pageFits.indexOf(fit) + 1) % pageFits.length] as PageFit
}

/**
 * Keeps the point under the fingers in place while the page is resized and the fingers move: returns the new scroll
 * offset along one axis. Content smaller than the window is centred.
 */
export function scrollAfterZoom(
  scroll: number,
  [from, to]: [from: number, to: number],
  view: number,
  before: number,
  after: number,
): number {
  const part = (scroll + from - margin(view, before)) / before
  return part * after + margin(view, after) - to
}

function margin(view: number, size: number): number {
  return Math.max(0, (view - size) / 2)
}
