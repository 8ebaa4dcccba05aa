import { facetKey } from '../../store/text/fold-letters.ts'
import { withLocks } from './locks.ts'
import { cleanLine } from './text.ts'

export type Facets = 'genres' | 'tags'

export interface Faceted {
  genres: string[]
  tags: string[]
  locks: string[]
}

/** Exactly these names. A person said so, so they are locked. */
export function setNames<State extends Faceted>(before: State, facets: Facets, names: readonly string[]): State {
  return { ...before, [facets]: distinctNames(names), locks: withLocks(before.locks, [facets]) }
}

export function changeNames<State extends Faceted>(
  before: State,
  facets: Facets,
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): State {
  const gone = new Set(remove.map(facetKey))
  return setNames(before, facets, [...before[facets].filter((name) => !gone.has(facetKey(name))), ...add])
}

export const has = (state: Faceted, facets: Facets, name: string): boolean =>
  state[facets].some((known) => facetKey(known) === facetKey(name))

/** "Sci-Fi" and "SCI-FI " are one name; the one that came first stays. */
function distinctNames(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) {
    const clean = cleanLine(name)
    const key = clean === null ? '' : facetKey(clean)
    if (clean !== null && key && !byKey.has(key)) byKey.set(key, clean)
  }
  return [...byKey.values()]
}
