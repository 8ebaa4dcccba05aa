import type { Db } from './open.ts'

type Count = (scope: string) => number

/** The counters of `revision` without waiting, where the database can do that. */
export function syncRevisions(db: Db): Count | undefined {
  return countersIn(db)?.count
}

/** Stays as long as nobody has committed anything: whatever was made of counters need not be made again until it moves. */
export function revisionGeneration(db: Db): number | undefined {
  return countersIn(db)?.generation()
}

interface Counters {
  count: Count
  generation(): number
}

function countersIn(db: Db): Counters | undefined {
  if (!db.querySync) return undefined
  let known = counters.get(db)
  if (!known) {
    known = openCounters(db, db.querySync)
    counters.set(db, known)
  }
  return known
}

const counters = new WeakMap<Db, Counters>()

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
  const known = new Map<string, number>()
  let version: unknown
  let generation = 0
  let commits = -1
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
    if (now === version) return
    version = now
    generation += 1
    known.clear()
  }
  const isOld = () => !isOfThisTurn || commits !== db.commits || performance.now() - since > 1
  return {
    count(scope) {
      if (isOld()) lookForChanges()
      let count = known.get(scope)
      if (count === undefined) {
        count = (read(scope) as number | undefined) ?? 0
        known.set(scope, count)
      }
      return count
    },
    generation() {
      if (isOld()) lookForChanges()
      return generation
    },
  }
}
