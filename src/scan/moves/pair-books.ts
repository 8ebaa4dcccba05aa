import { setImmediate as breath } from 'node:timers/promises'

export interface BookPair<T> {
  missing: T
  found: T
}

/** Pairs books with the same key, if neither matches any other book. */
export async function pairUniquely<T>(
  missing: readonly T[],
  found: readonly T[],
  keysOf: (one: T) => string[],
  isLike: (a: T, b: T) => boolean = () => true,
): Promise<BookPair<T>[]> {
  const byKey = Map.groupBy(await keyed(found, keysOf), ({ key }) => key)
  const near = Map.groupBy(await keyed(missing, keysOf), ({ one }) => one)
  const claims = new Map<T, number>()
  const fitting = [...near].map(([book, keys]) => {
    const groups = keys.map(({ key }) => byKey.get(key) ?? [])
    // Hundreds of similar books are copies of one, and comparing all pairs would take too long.
    const alike = groups.some((group) => group.length > MAX_ALIKE) ? [] : groups.flat()
    const files = [...new Set(alike.map(({ one }) => one))].filter((one) => isLike(book, one))
    for (const file of files) claims.set(file, (claims.get(file) ?? 0) + 1)
    return { book, files }
  })
  return fitting.flatMap(({ book, files: [only, other] }) => {
    const isSure = only !== undefined && other === undefined && claims.get(only) === 1
    return isSure ? [{ missing: book, found: only }] : []
  })
}

const MAX_ALIKE = 100

async function keyed<T>(some: readonly T[], keysOf: (one: T) => string[]): Promise<{ key: string; one: T }[]> {
  const all: { key: string; one: T }[] = []
  for (const [at, one] of some.entries()) {
    // Yields to the event loop: the same thread may also serve requests.
    if (at % 100 === 99) await breath()
    for (const key of keysOf(one)) all.push({ key, one })
  }
  return all
}
