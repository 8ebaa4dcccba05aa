import { facetKey } from '../../store/text/fold-letters.ts'
import { addLocks } from './locks.ts'
import { normaliseLine } from './normalise-text.ts'

export type GenresOrTags = 'genres' | 'tags'

export interface HasGenresAndTags {
  genres: string[]
  tags: string[]
  locks: string[]
}

/** Sets exactly these names. It is a user's choice, so they are locked. */
export function setGenresOrTags<State extends HasGenresAndTags>(
  before: State,
  facets: GenresOrTags,
  names: readonly string[],
): State {
  return { ...before, [facets]: distinctNames(names), locks: addLocks(before.locks, [facets]) }
}

export function changeGenresOrTags<State extends HasGenresAndTags>(
  before: State,
  facets: GenresOrTags,
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): State {
  const gone = new Set(remove.map(facetKey))
  return setGenresOrTags(before, facets, [...before[facets].filter((name) => !gone.has(facetKey(name))), ...add])
}

export const hasGenreOrTag = (state: HasGenresAndTags, facets: GenresOrTags, name: string): boolean =>
  state[facets].some((known) => facetKey(known) === facetKey(name))

/** "Sci-Fi" and "SCI-FI " are one name; the first one stays. */
function distinctNames(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) {
    const clean = normaliseLine(name)
    const key = clean === null ? '' : facetKey(clean)
    if (clean !== null && key && !byKey.has(key)) byKey.set(key, clean)
  }
  return [...byKey.values()]
}
