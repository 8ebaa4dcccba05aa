type Rows = { first: number; last: number; drawn: ReadonlySet<number>; ready: (row: number) => boolean }

/** The next row to render: the ready one nearest to the middle of the viewport. */
export function nextRowToRender({ first, last, drawn, ready }: Rows): number | undefined {
  const middle = (first + last) / 2
  let best: number | undefined
  for (let row = first; row <= last; row++) {
    if (drawn.has(row) || !ready(row)) continue
    if (best === undefined || Math.abs(row - middle) < Math.abs(best - middle)) best = row
  }
  return best
}
