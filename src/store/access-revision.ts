import type { Db } from './open.ts'
import type { RevisionSnapshot } from './revision-snapshot.ts'
import { syncRevisions } from './sync-revisions.ts'

/**
 * The `access` counter: the one thing that every request asks for, because what a server remembers of keys, sessions and
 * rights counts only while it stands. Where the database has to be waited for, it comes with whatever else the request
 * will want to know.
 */
export function openAccessRevisionReader(db: Db): () => number | Promise<RevisionSnapshot> {
  const count = syncRevisions(db)
  return count ? () => count('access') : () => db.readRevisions('access', 'catalog')
}

export const accessRevisionIn = (now: number | RevisionSnapshot): number =>
  typeof now === 'number' ? now : now.counts.get('access')!
