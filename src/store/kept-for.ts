import type { Db } from './open.ts'
import { knownRevision, type RevisionScope } from './revision.ts'
import type { Viewer } from './viewer.ts'
import type { Visibility } from './visibility/visible-classes.ts'

/**
 * What was found for somebody last, for whoever asks on their behalf again: until one of the counters it stands under moves,
 * or what they may see. Where that cannot be known without waiting, nothing is kept.
 */
export function keptFor<Key, Found>(
  scopesOf: (viewer: Viewer) => RevisionScope[],
  mostEach = MOST_EACH,
): (db: Db, viewer: Viewer) => Map<Key, Found> {
  const keptIn = new WeakMap<Db, Map<number, Shelf<Key, Found>>>()
  return (db, viewer) => {
    const revision = knownRevision(db, viewer, ...scopesOf(viewer))
    if (revision === undefined) return new Map()
    const people = keptIn.get(db) ?? new Map<number, Shelf<Key, Found>>()
    keptIn.set(db, people)
    const { userId, sees } = viewer
    let shelf = people.get(userId)
    if (shelf?.revision !== revision || shelf.sees !== sees || shelf.found.size > mostEach) {
      shelf = { revision, sees, found: new Map() }
    }
    people.delete(userId)
    people.set(userId, shelf)
    if (people.size > MOST_PEOPLE) people.delete(people.keys().next().value!)
    return shelf.found
  }
}

/** The same for one thing at a time: as it was found before, or as it is read now. What is not there is asked for again. */
export function recalling<Found>(...scopes: RevisionScope[]) {
  const knownTo = keptFor<string, Found>(() => scopes)
  return async (db: Db, viewer: Viewer, key: string, read: () => Promise<Found | undefined>) => {
    const known = knownTo(db, viewer)
    const before = known.get(key)
    if (before) return before
    const found = await read()
    if (found) known.set(key, found)
    return found
  }
}

interface Shelf<Key, Found> {
  revision: string
  sees: Visibility
  found: Map<Key, Found>
}

/** Of views together some ten megabytes, and fifty where all were asked for in feeds of both kinds: those keep what they wrote. */
const MOST_EACH = 1000
const MOST_PEOPLE = 5
