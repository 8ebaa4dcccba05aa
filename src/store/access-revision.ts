import type { Db } from './open.ts'

const question = `select n from revision where scope = 'access'`

/**
 * Reads the `access` revision from the database: the one question that every request asks, because what a server
 * remembers of keys, sessions and rights counts only while this number stands.
 *
 * Requests that are taken up in the same turn of the event loop share one answer. They had all arrived before the turn
 * began, so none of them was sent by somebody who already knew of a change that came later. A transaction of this process
 * ends the sharing, for callers that wait for one and go on in the same turn.
 */
export function accessRevisionOf(db: Db): () => number | Promise<number> {
  const read = reader(db)
  let shared: number | Promise<number> | undefined
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

function reader(db: Db): () => number | Promise<number> {
  if (db.askAtOnce) {
    const ask = db.askAtOnce(question)
    return () => (ask() as number | undefined) ?? 0
  }
  const compiled = db.query.selectFrom('revision').select('n').where('scope', '=', 'access').compile()
  return async () => (await db.query.executeQuery(compiled)).rows[0]?.n ?? 0
}
