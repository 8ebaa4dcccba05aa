/** No statement gets longer than both databases take, and no transaction than others wait for. */
export function* inChunks<T>(items: readonly T[], size = 500): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
