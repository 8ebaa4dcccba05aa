import { countersOf } from './counters-at-once.ts'
import { type Moment, momentNow } from './moment.ts'
import type { Db } from './open.ts'

/**
 * The `access` counter: the one thing that every request asks for, because what a server remembers of keys, sessions and
 * rights counts only while it stands. Where the database has to be waited for, it comes with whatever else the request
 * will want to know.
 */
export function accessRevisionOf(db: Db): () => number | Promise<Moment> {
  const count = countersOf(db)
  return count ? () => count('access') : () => momentNow(db, 'access', 'catalog')
}

export const accessAt = (now: number | Moment): number => (typeof now === 'number' ? now : now.counts.get('access')!)
