export const coverSizes = { s: 104, m: 136, l: 168, xl: 208 } as const
export type CoverSize = keyof typeof coverSizes

/** Until somebody chooses: on a very wide window the middle size would look lost. */
export function defaultCoverSize(): CoverSize {
  return window.innerWidth >= 1900 ? 'l' : 'm'
}

export type ListLayout = {
  columns: number
  gap: number
  rowHeight: number
  /** How many rows are there beyond what is seen. */
  overscan: number
}

/** Below this the page is a phone: two columns at least, narrower gaps. */
const narrow = 560
/** Title, detail and the space around them under a cover. */
const caption = 58

/** As many columns as fit; the covers then grow a little, so that the grid ends exactly where the page does. */
export function gridLayout(available: number, size: CoverSize): ListLayout & { width: number } {
  const gap = available < narrow ? 16 : 24
  const columns = Math.max(2, Math.floor((available + gap) / (coverSizes[size] + gap)))
  const width = (available - gap * (columns - 1)) / columns
  return { columns, width, gap, rowHeight: Math.round(width * 1.5 + caption + gap), overscan: 3 }
}

export const listLayout: ListLayout = { columns: 1, gap: 0, rowHeight: 76, overscan: 8 }
