export function rangeBetween(a: number, b: number): number[] {
  const from = Math.min(a, b)
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, index) => from + index)
}
