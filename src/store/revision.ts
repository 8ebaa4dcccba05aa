import { sql } from 'kysely'
import { countersOf } from './counters-at-once.ts'
import type { Asks, Db, Tx } from './open.ts'

/**
 * Counters that move with every change a reader can see. Lists, totals and ETags are kept under them, so that an
 * unchanged answer costs no query, and a change is seen by the next request on every server. They follow the clock: what
 * was counted before a backup was put back is not counted again, so no old ETag ever fits another state.
 *
 * `catalog`: any book, series, library or shared list. `library:<id>`: the same, of one library.
 * `user:<id>`: that person's progress, ratings and lists. `access`: users, keys, rights, visibility classes.
 * `settings`: runtime settings.
 */
export type Scope = 'catalog' | 'access' | 'settings' | `library:${number}` | `user:${number}`

/** Once per transaction, last: on PostgreSQL the row stays locked until the commit. */
export async function bump(tx: Tx, ...scopes: Scope[]): Promise<void> {
  for (const scope of [...new Set(scopes)].sort()) {
    await sql`insert into revision (scope, n) values (${scope}, ${Date.now()}) on conflict (scope) do update
      set n = case when revision.n < excluded.n then excluded.n else revision.n + 1 end`.execute(tx)
  }
}

/** The same as `readRevision`, without waiting where the database can do that: an unchanged list costs nothing but this. */
export function revisionNow(db: Db, ...scopes: Scope[]): string | Promise<string> {
  const count = countersOf(db)
  if (!count) return readRevision(db, ...scopes)
  let text = ''
  for (const scope of scopes) text += text === '' ? written(count(scope)) : `.${written(count(scope))}`
  return text
}

/** The counters of these scopes as one short text, ready to be part of a cache key or ETag. */
export async function readRevision(db: Pick<Asks, 'query'>, ...scopes: Scope[]): Promise<string> {
  const rows = await db.query.selectFrom('revision').select(['scope', 'n']).where('scope', 'in', scopes).execute()
  const counts = new Map(rows.map((row) => [row.scope, row.n]))
  return scopes.map((scope) => written(counts.get(scope) ?? 0)).join('.')
}

const written = (count: number): string => count.toString(36)
