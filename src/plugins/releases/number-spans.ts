/** Volumes or chapters from one to another. */
export interface NumberSpan {
  start: number
  end: number
}

/** Everything between is there: a span of whole numbers counts each, a broken number stands for itself. */
export function hasAllNumbers(spans: readonly NumberSpan[], owned: ReadonlySet<number>): boolean {
  return spans.every(({ start, end }) => {
    if (end - start > 5000) return false
    for (let at = start; at <= end; at++) if (!owned.has(at)) return false
    return true
  })
}
