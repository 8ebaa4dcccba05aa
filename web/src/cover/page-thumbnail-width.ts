import type { BookPageInfo } from '../api/types.ts'

/** The width to request for a small picture of a page, which is shown 84 to 120 CSS pixels wide. */
export function pageThumbnailWidth(page: Pick<BookPageInfo, 'width' | 'height'>, pixelRatio: number): number {
  // Only the top of a strip is shown, but all of it is sent.
  const isStrip = (page.height || 3) / (page.width || 2) > MAX_RATIO
  return pixelRatio > 1.3 && !isStrip ? 320 : 160
}

const MAX_RATIO = 4
