import { keptFor } from '../kept-for.ts'
import type { Db } from '../open.ts'
import type { RevisionScope } from '../revision.ts'
import type { Viewer } from '../viewer.ts'

type ReadViews<View> = (db: Db, viewer: Viewer, ids: readonly number[]) => Promise<ReadonlyMap<number, View>>

/**
 * Reads views by their inner ids, in the order of the ids; whatever the viewer may not see is left out. What somebody was
 * shown twice is kept for the next list it is in: until anything changes in the catalogue, or in what this person did.
 * Of what was shown once nothing is kept but that: most lists are looked at and left.
 */
export function keepingViews<View>(read: ReadViews<View>) {
  const scopesOf = ({ userId }: Viewer): RevisionScope[] => ['catalog', `user:${userId}`]
  const knownTo = keptFor<number, View>(scopesOf)
  const shownTo = keptFor<number, true>(scopesOf, MOST_SHOWN)

  return async (db: Db, viewer: Viewer, ids: readonly number[]): Promise<View[]> => {
    const known = knownTo(db, viewer)
    const others = ids.filter((id) => !known.has(id))
    if (others.length === 0) return ids.map((id) => known.get(id)!)
    const shown = shownTo(db, viewer)
    const found = await read(db, viewer, others)
    for (const [id, view] of found) {
      if (shown.delete(id)) known.set(id, view)
      else shown.set(id, true)
    }
    return ids.map((id) => known.get(id) ?? found.get(id)).filter((view) => view !== undefined)
  }
}

const MOST_SHOWN = 5000
