import { defineCustomCache } from './cache/caches.ts'
import { type CacheStatistics, RevisionCache } from './cache/revision-cache.ts'
import type { Db } from './open.ts'

type Count = (scope: string) => number

/** Reads the counters of `revision` synchronously, if the database supports that. */
export function synchronousRevisionReader(db: Db): Count | undefined {
  return countersIn(db)?.count
}

/** Unchanged as long as nothing is committed: values derived from counters stay valid until it changes. */
export function revisionGeneration(db: Db): number | undefined {
  return countersIn(db)?.generation()
}

interface Counters {
  count: Count
  generation(): number
  counts(): CacheStatistics
}

const countersIn = (db: Db): Counters | undefined => (db.querySync ? countersCache(db) : undefined)

const countersCache = defineCustomCache({
  name: 'revision_counters',
  open: (db: Db) => openCounters(db, db.querySync!),
})

/**
 * SQLite's `data_version` shows whether anything was committed since the last check; until then the cached counters are
 * valid.
 *
 * Requests that are handled in the same turn of the event loop share one check. They all arrived before the turn began,
 * so no client can have known of a change that came later. A transaction of this process ends the sharing, for callers
 * that await one and continue in the same turn. So does a millisecond, because a check made for a timer is shared with
 * requests that arrived after it.
 */
function openCounters(db: Db, querySync: NonNullable<Db['querySync']>): Counters {
  const versionOfData = querySync('pragma data_version')
  const read = querySync('select n from revision where scope = ?')
  const cache = new RevisionCache<string, number>({ maxEntries: MAX_SCOPES })
  let version: unknown
  let generation = 0
  let commits = -1
  let commitsHere = 0
  let isOfThisTurn = false
  let since = 0
  const endTurn = () => {
    isOfThisTurn = false
  }
  const lookForChanges = () => {
    if (!isOfThisTurn) setImmediate(endTurn)
    isOfThisTurn = true
    commits = db.commits
    since = performance.now()
    const now = versionOfData()
    if (now === version && commitsHere === db.commitsHere) return
    version = now
    commitsHere = db.commitsHere ?? 0
    generation += 1
  }
  const isOld = () => !isOfThisTurn || commits !== db.commits || performance.now() - since > 1
  return {
    count(scope) {
      if (isOld()) lookForChanges()
      const known = cache.get(scope, generation)
      if (known !== undefined) return known
      const count = (read(scope) as number | undefined) ?? 0
      cache.set(scope, generation, count)
      return count
    },
    generation() {
      if (isOld()) lookForChanges()
      return generation
    },
    counts: () => cache.counts(),
  }
}

/** One per user, and a few more. */
const MAX_SCOPES = 10_000
