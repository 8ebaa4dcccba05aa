export type GridPosition = {
  index: number
  total: number
  columns: number
  /** Rows visible at once. */
  pageRows: number
  /** 1 in left-to-right rows, -1 in right-to-left ones. */
  toward: 1 | -1
  ctrl?: boolean
}

/** The index that a key moves to in a grid; undefined if the key doesn't move, or the target doesn't exist. */
export function gridIndexAfterKey(
  key: string,
  { index, total, columns, pageRows, toward, ctrl = false }: GridPosition,
) {
  const start = index - (index % columns)
  const end = Math.min(total, start + columns) - 1
  const isList = columns === 1
  const next = () => {
    if (key === 'Home') return ctrl || isList ? 0 : start
    if (key === 'End') return ctrl || isList ? total - 1 : end
    if (ctrl) return undefined
    if (!isList && key === 'ArrowRight') return index + toward
    if (!isList && key === 'ArrowLeft') return index - toward
    if (key === 'ArrowDown') return below(columns)
    if (key === 'ArrowUp') return index - columns
    if (key === 'PageDown') return below(columns * pageRows)
    if (key === 'PageUp') return Math.max(index % columns, index - columns * pageRows)
    return undefined
  }
  // A shorter last row can be reached from above its gap, too.
  const below = (step: number) => {
    if (index + step < total) return index + step
    return Math.floor((total - 1) / columns) > Math.floor(index / columns) ? total - 1 : undefined
  }
  const found = next()
  return found === undefined || found < 0 || found >= total || found === index ? undefined : found
}
