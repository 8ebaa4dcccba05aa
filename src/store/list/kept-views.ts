import type { Db } from '../open.ts'
import { revisionNow } from '../revision.ts'
import type { Viewer } from '../viewer.ts'
import type { Visibility } from '../visibility/visible-classes.ts'

type ReadViews<View> = (db: Db, viewer: Viewer, ids: readonly number[]) => Promise<ReadonlyMap<number, View>>

/**
 * Reads views by their inner ids, in the order of the ids; whatever the viewer may not see is left out. What somebody
 * was shown last is kept for the next list it is in: until anything changes in the catalogue, or in what this person did or may
 * see. Where that cannot be known without waiting, nothing is kept.
 */
export function keepingViews<View>(read: ReadViews<View>) {
  const keptIn = new WeakMap<Db, Map<number, Shown<View>>>()

  function knownTo(db: Db, { userId, sees }: Viewer): Map<number, View> {
    const revision = db.askAtOnce && revisionNow(db, 'catalog', `user:${userId}`)
    if (typeof revision !== 'string') return new Map()
    const people = keptIn.get(db) ?? new Map<number, Shown<View>>()
    keptIn.set(db, people)
    let shown = people.get(userId)
    if (shown?.revision !== revision || shown.sees !== sees || shown.views.size > MOST_VIEWS) {
      shown = { revision, sees, views: new Map() }
    }
    people.delete(userId)
    people.set(userId, shown)
    if (people.size > MOST_PEOPLE) people.delete(people.keys().next().value!)
    return shown.views
  }

  return async (db: Db, viewer: Viewer, ids: readonly number[]): Promise<View[]> => {
    const known = knownTo(db, viewer)
    const others = ids.filter((id) => !known.has(id))
    if (others.length > 0) for (const [id, view] of await read(db, viewer, others)) known.set(id, view)
    return ids.map((id) => known.get(id)).filter((view) => view !== undefined)
  }
}

interface Shown<View> {
  revision: string
  sees: Visibility
  views: Map<number, View>
}

/** Together some ten megabytes, and fifty where all of them were asked for in feeds of both kinds: those keep what they wrote. */
const MOST_VIEWS = 1000
const MOST_PEOPLE = 5
