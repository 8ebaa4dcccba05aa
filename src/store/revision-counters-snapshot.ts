import { CompiledQuery, type Kysely } from 'kysely'
import { MAX_WAITING, tooManyWaitingError } from './postgres/driver.ts'
import type { Tables } from './tables.ts'

/**
 * The counters of `revision` as read by one query. Valid for requests that arrived before the query was sent: any
 * change that they could know of was committed by then.
 */
export interface RevisionCountersSnapshot {
  readonly counts: ReadonlyMap<string, number>
  readonly commits: number
  readonly since: number
}

/** The value of a counter, if the snapshot contains it and is still valid for the request that it was read for. */
export function revisionInSnapshot(
  db: Pick<RevisionSource, 'commits'>,
  snapshot: RevisionCountersSnapshot,
  scope: string,
): number | undefined {
  const isGood = snapshot.commits === db.commits && performance.now() - snapshot.since < MAX_MS
  return isGood ? snapshot.counts.get(scope) : undefined
}

/** A request takes less than this; an event stream may hold its viewer for hours. */
const MAX_MS = 1000

export type ReadRevisions = (...scopes: string[]) => Promise<RevisionCountersSnapshot>

export interface RevisionSource {
  kind: 'sqlite' | 'postgres'
  firstQuery: Kysely<Tables>
  readonly commits: number
}

/**
 * Reads counters, in one query for all concurrent callers.
 *
 * All calls in one turn of the event loop, and all calls while a query is running, share the next query, which is sent
 * at the end of the turn. It also reads the recently requested scopes, so that the first response of a request (who is
 * it?) already contains what the request needs next (has anything changed for them?).
 */
export function openRevisionReader(db: RevisionSource): ReadRevisions {
  const lately = new Set<string>()
  let next: Next | undefined
  /** Start time of the running query. */
  let since: number | undefined

  const send = async ({ scopes, answer }: Next): Promise<void> => {
    for (const scope of lately) scopes.add(scope)
    const counts = new Map<string, number>()
    for (const scope of scopes) counts.set(scope, 0)
    const snapshot: RevisionCountersSnapshot = { counts, commits: db.commits, since: performance.now() }
    try {
      const { rows } = await db.firstQuery.executeQuery(questionFor(db.kind, [...scopes]))
      for (const { scope, n } of rows) counts.set(scope, n)
      answer.resolve(snapshot)
    } catch (error) {
      answer.reject(error)
    }
  }
  const sendWhenTurnIsOver = () => {
    since = performance.now()
    setImmediate(async () => {
      const now = next!
      next = undefined
      await send(now)
      since = undefined
      if (next) sendWhenTurnIsOver()
    })
  }
  const remember = (scope: string) => {
    lately.delete(scope)
    lately.add(scope)
    if (lately.size > MAX_LATELY) lately.delete(lately.values().next().value!)
  }
  return (...scopes) => {
    next ??= { scopes: new Set(), callers: 0, answer: Promise.withResolvers() }
    if (next.callers >= MAX_WAITING && since && performance.now() - since > LONG_MS)
      return Promise.reject(tooManyWaitingError())
    next.callers += 1
    for (const scope of scopes) {
      next.scopes.add(scope)
      remember(scope)
    }
    if (since === undefined) sendWhenTurnIsOver()
    return next.answer.promise
  }
}

interface Next {
  scopes: Set<string>
  callers: number
  answer: PromiseWithResolvers<RevisionCountersSnapshot>
}

interface Count {
  scope: string
  n: number
}

/** The same SQL for any number of scopes, so that it is planned once. */
const questionFor = (kind: RevisionSource['kind'], scopes: string[]): CompiledQuery<Count> =>
  kind === 'postgres'
    ? CompiledQuery.raw('select scope, n from revision where scope = any($1)', [scopes])
    : CompiledQuery.raw('select scope, n from revision where scope in (select value from json_each(?))', [
        JSON.stringify(scopes),
      ])

const MAX_LATELY = 50
/** After this long without a response, the database may be down. */
const LONG_MS = 1000
