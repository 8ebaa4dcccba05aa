import type { Db } from './open.ts'
import type { RevisionCountersSnapshot } from './revision-counters-snapshot.ts'
import { synchronousRevisionReader } from './synchronous-revisions.ts'

/**
 * The `access` counter: the one thing that every request asks for, because what a server remembers of keys, sessions and
 * rights counts only while it stands. Where the database has to be waited for, it comes with whatever else the request
 * will want to know.
 */
export function openAccessRevisionReader(db: Db): () => number | Promise<RevisionCountersSnapshot> {
  const count = synchronousRevisionReader(db)
  return count ? () => count('access') : () => db.readRevisions('access', 'catalog')
}

export const accessRevisionIn = (now: number | RevisionCountersSnapshot): number =>
  typeof now === 'number' ? now : now.counts.get('access')!
