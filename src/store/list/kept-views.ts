import { keptFor } from '../kept-for.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'

type ReadViews<View> = (db: Db, viewer: Viewer, ids: readonly number[]) => Promise<ReadonlyMap<number, View>>

/**
 * Reads views by their inner ids, in the order of the ids; whatever the viewer may not see is left out. What somebody was
 * shown last is kept for the next list it is in: until anything changes in the catalogue, or in what this person did.
 */
export function keepingViews<View>(read: ReadViews<View>) {
  const knownTo = keptFor<number, View>(({ userId }) => ['catalog', `user:${userId}`])

  return async (db: Db, viewer: Viewer, ids: readonly number[]): Promise<View[]> => {
    const known = knownTo(db, viewer)
    const others = ids.filter((id) => !known.has(id))
    if (others.length > 0) for (const [id, view] of await read(db, viewer, others)) known.set(id, view)
    return ids.map((id) => known.get(id)).filter((view) => view !== undefined)
  }
}
