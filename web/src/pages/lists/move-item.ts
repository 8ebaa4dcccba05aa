/** A copy of the list with one item at another place. */
export function moveItem<T>(list: T[], from: number, to: number): T[] {
  const copy = [...list]
  copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}
