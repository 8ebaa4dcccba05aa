import type { Density } from '../parts/card-appearance.tsx'

export const coverSizes = { s: 104, m: 136, l: 168, xl: 208 } as const
export type CoverSize = keyof typeof coverSizes

/** The default: on a very wide window the medium size would look lost. */
export function defaultCoverSize(): CoverSize {
  return window.innerWidth >= 1900 ? 'l' : 'm'
}

export type ListLayout = {
  columns: number
  gap: number
  rowHeight: number
  /** Rows rendered beyond the viewport. */
  overscan: number
}

/** Below this width in pixels the layout is for phones: at least two columns, narrower gaps. */
const narrow = 560
/** Heights of the caption under a cover (two lines of title, the detail and padding), and gaps between covers. */
const spaces: Record<Density, { scale: number; caption: number; gap: number; narrowGap: number; listRow: number }> = {
  compact: { scale: 0.88, caption: 60, gap: 16, narrowGap: 10, listRow: 56 },
  comfortable: { scale: 1, caption: 72, gap: 24, narrowGap: 16, listRow: 76 },
  spacious: { scale: 1.12, caption: 84, gap: 36, narrowGap: 24, listRow: 100 },
}

/** As many columns as fit; the covers then grow a little to fill the width exactly. */
export function gridLayout(
  available: number,
  size: CoverSize,
  density: Density = 'comfortable',
): ListLayout & { width: number } {
  const { scale, caption, narrowGap, gap: wideGap } = spaces[density]
  const gap = available < narrow ? narrowGap : wideGap
  const columns = Math.max(2, Math.floor((available + gap) / (coverSizes[size] * scale + gap)))
  const width = (available - gap * (columns - 1)) / columns
  return { columns, width, gap, rowHeight: Math.round(width * 1.5 + caption + gap), overscan: 3 }
}

export function listLayout(density: Density): ListLayout {
  return { columns: 1, gap: 0, rowHeight: spaces[density].listRow, overscan: 8 }
}
