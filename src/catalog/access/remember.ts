/**
 * What this process remembers, as long as one number stands. Each number has a shelf of its own: a question that was
 * asked under an older number puts its answer on the older shelf, where nobody looks any more.
 */
export function rememberWhile<Shelf extends object>(makeShelf: () => Shelf): (revision: number) => Shelf {
  let current: number | undefined
  let shelf = makeShelf()
  return (revision) => {
    if (revision !== current) {
      current = revision
      shelf = makeShelf()
    }
    return shelf
  }
}

/** Puts a value on a shelf of limited size; a full one is emptied, because what is asked often comes back at once. */
export function keep<Key, Value>(shelf: Map<Key, Value>, key: Key, value: Value, most = 10_000): Value {
  if (shelf.size >= most) shelf.clear()
  shelf.set(key, value)
  return value
}
