/** A range of volumes or chapters. */
export interface NumberSpan {
  start: number
  end: number
}

/** The numbers that the library has: single ones, and ranges with every fraction in them. */
export interface OwnedNumbers {
  numbers: ReadonlySet<number>
  spans: readonly NumberSpan[]
}

/** Whether every number of the ranges is owned: ranges count in steps of one, a single fraction (10.5) is itself. */
export function hasAllNumbers(spans: readonly NumberSpan[], owned: OwnedNumbers): boolean {
  const has = (at: number) => owned.numbers.has(at) || owned.spans.some((one) => one.start <= at && at <= one.end)
  return spans.every(({ start, end }) => {
    if (end - start > 5000) return false
    for (let at = start; at <= end; at++) if (!has(at)) return false
    return true
  })
}
