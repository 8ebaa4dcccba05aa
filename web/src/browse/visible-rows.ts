export type VisibleRows = {
  first: number
  last: number
  /** How far the rows are moved from their position in a page of full height. */
  shift: number
  /** The height of the page. */
  height: number
}

type Sizes = { count: number; rowHeight: number; viewHeight: number }
type View = Sizes & { overscan: number; scrolled: number }

/** Browsers limit a page to some 17 million pixels; a million covers would need forty million. */
export const maxDocumentHeight = 15_000_000

/**
 * The rows to render, all of the same height. If the page can't be as high as the list, rows move faster than the
 * scroll bar.
 */
export function visibleRows({ count, rowHeight, overscan, scrolled, viewHeight }: View): VisibleRows {
  const whole = count * rowHeight
  const height = Math.min(whole, maxDocumentHeight)
  const y = Math.max(0, Math.min(scrolled, height))
  const at = height < whole ? Math.round(y * speedOf(whole, viewHeight)) : y
  return {
    first: Math.max(0, Math.floor(at / rowHeight) - overscan),
    last: Math.min(count - 1, Math.floor((at + viewHeight) / rowHeight) + overscan),
    shift: height < whole ? y - at : 0,
    height,
  }
}

/** The scroll position that puts a row `below` pixels below the top edge. */
export function scrollOffsetOfRow(row: number, below: number, { count, rowHeight, viewHeight }: Sizes): number {
  const whole = count * rowHeight
  const at = Math.max(0, row * rowHeight - below)
  return whole > maxDocumentHeight ? at / speedOf(whole, viewHeight) : at
}

function speedOf(whole: number, viewHeight: number): number {
  return (whole - viewHeight) / Math.max(1, maxDocumentHeight - viewHeight)
}
