/** Keeps statements within the limits of both databases, and transactions short enough for others to wait for. */
export function* inChunks<T>(items: readonly T[], size = 500): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
