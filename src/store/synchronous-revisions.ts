import { defineCustomCache } from './cache/caches.ts'
import { type CacheStatistics, RevisionCache } from './cache/revision-cache.ts'
import type { Db } from './open.ts'

type Count = (scope: string) => number

/** The counters of `revision` without waiting, where the database can do that. */
export function synchronousRevisionReader(db: Db): Count | undefined {
  return countersIn(db)?.count
}

/** Stays as long as nobody has committed anything: whatever was made of counters need not be made again until it moves. */
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
 * SQLite tells with one number whether anybody has committed anything since it was asked last; until then the counters
 * stand as they were read.
 *
 * Requests that are taken up in the same turn of the event loop share that number. They had all arrived before the turn
 * began, so none of them was sent by somebody who already knew of a change that came later. A transaction of this process
 * ends the sharing, for callers that wait for one and go on in the same turn; and so does a millisecond, because what a
 * timer has asked for is shared with requests that came after it.
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

/** One for each person, and a few. */
const MAX_SCOPES = 10_000
