import { countersOf } from './counters-at-once.ts'
import type { Db } from './open.ts'

/**
 * The `access` counter: the one thing that every request asks for, because what a server remembers of keys, sessions and
 * rights counts only while it stands. Where the database has to be waited for, requests of one turn share the answer, under
 * the terms that `counters-at-once.ts` tells.
 */
export function accessRevisionOf(db: Db): () => number | Promise<number> {
  const count = countersOf(db)
  if (count) return () => count('access')
  const question = db.query.selectFrom('revision').select('n').where('scope', '=', 'access').compile()
  const read = async () => (await db.query.executeQuery(question)).rows[0]?.n ?? 0
  let shared: Promise<number> | undefined
  let commits = -1
  const forget = () => {
    shared = undefined
  }
  return () => {
    if (shared !== undefined && commits === db.commits) return shared
    if (shared === undefined) setImmediate(forget)
    commits = db.commits
    shared = read()
    return shared
  }
}
