import type { Db } from './open.ts'
import type { RevisionCountersSnapshot } from './revision-counters-snapshot.ts'
import { synchronousRevisionReader } from './synchronous-revisions.ts'

/**
 * The `access` counter. Every request reads it, because cached keys, sessions and rights are valid only while it is
 * unchanged. If the read is asynchronous, the other counters that the request needs come with it.
 */
export function openAccessRevisionReader(db: Db): () => number | Promise<RevisionCountersSnapshot> {
  const count = synchronousRevisionReader(db)
  return count ? () => count('access') : () => db.readRevisions('access', 'catalog')
}

export const accessRevisionIn = (now: number | RevisionCountersSnapshot): number =>
  typeof now === 'number' ? now : now.counts.get('access')!
