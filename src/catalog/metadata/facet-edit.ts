import { facetKey } from '../../store/text/fold-letters.ts'
import { cleanLine } from './clean-text.ts'
import { addLocks } from './locks.ts'

export type EditableFacet = 'genres' | 'tags'

export interface HasFacets {
  genres: string[]
  tags: string[]
  locks: string[]
}

/** Exactly these names. A person said so, so they are locked. */
export function setFacetNames<State extends HasFacets>(
  before: State,
  facets: EditableFacet,
  names: readonly string[],
): State {
  return { ...before, [facets]: distinctNames(names), locks: addLocks(before.locks, [facets]) }
}

export function changeFacetNames<State extends HasFacets>(
  before: State,
  facets: EditableFacet,
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): State {
  const gone = new Set(remove.map(facetKey))
  return setFacetNames(before, facets, [...before[facets].filter((name) => !gone.has(facetKey(name))), ...add])
}

export const hasFacet = (state: HasFacets, facets: EditableFacet, name: string): boolean =>
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
