/** A range of volumes or chapters. */
export interface NumberSpan {
  start: number
  end: number
}

/** Whether every number of the ranges is owned: ranges count in steps of one, a single fraction (10.5) is itself. */
export function hasAllNumbers(spans: readonly NumberSpan[], owned: ReadonlySet<number>): boolean {
  return spans.every(({ start, end }) => {
    if (end - start > 5000) return false
    for (let at = start; at <= end; at++) if (!owned.has(at)) return false
    return true
  })
}
