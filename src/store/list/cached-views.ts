import { NO_REVISION } from '../cache/revision-cache.ts'
import { defineViewerCache } from '../cache/viewer-cache.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'

type ReadViews<View> = (db: Db, viewer: Viewer, ids: readonly number[]) => Promise<ReadonlyMap<number, View>>

/**
 * Reads views by their inner ids, in the order of the ids; whatever the viewer may not see is left out. What somebody was
 * shown twice is cached for the next list it is in: until anything changes in the catalogue, or in what this person did.
 * What was shown once is not: most lists are looked at and left.
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

const MAX_SHOWN = 5000
