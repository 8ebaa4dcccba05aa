import type { Db } from './open.ts'

const question = `select n from revision where scope = 'access'`

/**
 * Reads the `access` revision from the database: the one question that every request asks, because what a server
 * remembers of keys, sessions and rights counts only while this number stands. On SQLite the answer is there at once.
 */
export function accessRevisionOf(db: Db): () => number | Promise<number> {
  if (db.askAtOnce) {
    const ask = db.askAtOnce(question)
    return () => (ask() as number | undefined) ?? 0
  }
  const compiled = db.query.selectFrom('revision').select('n').where('scope', '=', 'access').compile()
  return async () => (await db.query.executeQuery(compiled)).rows[0]?.n ?? 0
}
