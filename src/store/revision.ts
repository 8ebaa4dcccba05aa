import { sql } from 'kysely'
import type { Asks, Tx } from './open.ts'

/**
 * Counters that move with every change a reader can see. Lists, totals and ETags are kept under them, so that an
 * unchanged answer costs no query, and a change is seen by the next request on every server.
 *
 * `catalog`: any book, series, library or shared list. `library:<id>`: the same, of one library.
 * `user:<id>`: that person's progress, ratings and lists. `access`: users, keys, rights, visibility classes.
 * `settings`: runtime settings.
 */
export type Scope = 'catalog' | 'access' | 'settings' | `library:${number}` | `user:${number}`

/** Once per transaction, last: on PostgreSQL the row stays locked until the commit. */
export async function bump(tx: Tx, ...scopes: Scope[]): Promise<void> {
  for (const scope of [...new Set(scopes)].sort()) {
    await sql`insert into revision (scope, n) values (${scope}, 1)
      on conflict (scope) do update set n = revision.n + 1`.execute(tx)
  }
}

/** The counters of these scopes as one short text, ready to be part of a cache key or ETag. */
export async function readRevision(db: Pick<Asks, 'query'>, ...scopes: Scope[]): Promise<string> {
  const rows = await db.query.selectFrom('revision').select(['scope', 'n']).where('scope', 'in', scopes).execute()
  const counts = new Map(rows.map((row) => [row.scope, row.n]))
  return scopes.map((scope) => counts.get(scope) ?? 0).join('.')
}
