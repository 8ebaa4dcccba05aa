/** The pages (from 1) with the items first…last and a few beyond, so that slow scrolling never reaches a gap. */
export function listPagesForRange(first: number, last: number, total: number, size: number): number[] {
  const reach = Math.ceil(size / 4)
  const from = Math.floor(Math.max(0, first - reach) / size) + 1
  const to = Math.floor(Math.max(0, Math.min(total - 1, last + reach)) / size) + 1
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
