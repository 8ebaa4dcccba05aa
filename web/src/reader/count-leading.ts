/** The number of items at the start of a list for which a condition holds that holds for none after them. */
export function countLeading<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(items[middle] as Item)) low = middle + 1
    else high = middle
  }
  return low
}
