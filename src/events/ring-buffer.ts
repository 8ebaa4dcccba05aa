/** The newest `size` items with their numbers, for a listener who was away for a moment. */
export interface RingBuffer<Item> {
  push(item: Item): number
  /** Items after `number`, oldest first; undefined when some of them are gone, or the number was never given out. */
  after(number: number): Item[] | undefined
  /** The number of the newest item for which this holds, if it is still there. */
  find(holds: (item: Item) => boolean): number | undefined
  readonly newest: number
}

export function makeRingBuffer<Item>(size: number): RingBuffer<Item> {
  const items: Item[] = new Array(size)
  let newest = 0
  return {
    get newest() {
      return newest
    },
    push(item) {
      newest += 1
      items[newest % size] = item
      return newest
    },
    after(number) {
      if (!Number.isSafeInteger(number) || number < 0 || number > newest) return undefined
      if (newest - number > size) return undefined
      return Array.from({ length: newest - number }, (_, i) => items[(number + 1 + i) % size]!)
    },
    find(holds) {
      for (let number = newest; number > Math.max(0, newest - size); number -= 1) {
        if (holds(items[number % size]!)) return number
      }
      return undefined
    },
  }
}
