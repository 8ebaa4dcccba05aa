import { NO_REVISION } from '../cache/revision-cache.ts'
import { defineViewerCache } from '../cache/viewer-cache.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'

type ReadViews<View> = (db: Db, viewer: Viewer, ids: readonly number[]) => Promise<ReadonlyMap<number, View>>

/**
 * Reads views by their internal ids, in the order of the ids; rows that the viewer may not see are left out. A view
 * that was read twice is cached for the next list that contains it, until the catalogue or this user's data changes. A
 * view that was read once isn't: most lists are opened only once.
 */
export function cacheViews<View>(name: string, read: ReadViews<View>) {
  const viewCache = defineViewerCache<number, View>(name, {
    scopesOf: ({ userId }) => ['catalog', `user:${userId}`],
    onlyRepeated: MAX_SHOWN,
  })
  return async (db: Db, viewer: Viewer, ids: readonly number[]): Promise<View[]> => {
    const cache = viewCache(db, viewer)
    const cached = ids.map((id) => cache?.get(id, NO_REVISION))
    const missing = ids.filter((_, index) => cached[index] === undefined)
    if (missing.length === 0) return cached as View[]
    const found = await read(db, viewer, missing)
    for (const [id, view] of found) cache?.offer(id, NO_REVISION, view)
    return ids.map((id, index) => cached[index] ?? found.get(id)).filter((view) => view !== undefined)
  }
}

/** As many as are cached: of views that come back later than that, each would displace one that is still to come back. */
const MAX_SHOWN = 1000
