import { sql } from 'kysely'
import type { Db, Queryable, Tx } from './open.ts'
import { revisionInSnapshot } from './revision-counters-snapshot.ts'
import { synchronousRevisionReader } from './synchronous-revisions.ts'
import type { Viewer } from './viewer.ts'

/**
 * Counters that increase with every change a user can see. They are part of the keys of cached lists and totals, and of
 * ETags: an unchanged response costs no query, and the next request on every server sees a change. They follow the
 * clock: after a backup is restored, values from before are not used again, so an old ETag never matches a different
 * state.
 *
 * `catalog`: any book, series, library or shared list. `library:<id>`: the same, for one library.
 * `user:<id>`: that user's progress, ratings and lists. `access`: users, keys, rights, visibility classes.
 * `settings`: runtime settings. `duplicates`: the last search for duplicate books.
 */
export type RevisionScope = 'catalog' | 'access' | 'settings' | 'duplicates' | `library:${number}` | `user:${number}`

/** Once per transaction, last: on PostgreSQL the row stays locked until the commit. */
export async function bumpRevisions(tx: Tx, ...scopes: RevisionScope[]): Promise<void> {
  for (const scope of [...new Set(scopes)].sort()) {
    await sql`insert into revision (scope, n) values (${scope}, ${Date.now()}) on conflict (scope) do update
      set n = case when revision.n < excluded.n then excluded.n else revision.n + 1 end`.execute(tx)
  }
}

/** The same for one scope, for callers that write SQL directly. Parameters: the scope and the time. */
export const BUMP_REVISION_SQL = `insert into revision (scope, n) values (?, ?) on conflict (scope) do update
  set n = case when revision.n < excluded.n then excluded.n else revision.n + 1 end`

/** Like `readRevision`, but synchronous if the database supports it: an unchanged list costs nothing else. */
export function currentRevision(db: Db, ...scopes: RevisionScope[]): string | Promise<string> {
  return textOf(synchronousRevisionReader(db), scopes) ?? queryRevision(db, scopes)
}

/** For request handlers: reuses the counters that were read when the viewer was created. */
export function revisionForViewer(db: Db, viewer: Viewer, ...scopes: RevisionScope[]): string | Promise<string> {
  return textOf(counterFor(db, viewer), scopes) ?? queryRevision(db, scopes)
}

/** Undefined if that needs an asynchronous query. */
export function revisionForViewerIfKnown(db: Db, viewer: Viewer, ...scopes: RevisionScope[]): string | undefined {
  return textOf(counterFor(db, viewer), scopes)
}

type Counter = (scope: string) => number | undefined

const counterFor = (db: Db, { asOf }: Viewer): Counter | undefined =>
  synchronousRevisionReader(db) ?? (asOf && ((scope) => revisionInSnapshot(db, asOf, scope)))

async function queryRevision(db: Db, scopes: readonly RevisionScope[]): Promise<string> {
  const { counts } = await db.readRevisions(...scopes)
  return textOf((scope) => counts.get(scope), scopes)!
}

function textOf(
  count: ((scope: string) => number | undefined) | undefined,
  scopes: readonly RevisionScope[],
): string | undefined {
  if (!count) return undefined
  let text = ''
  for (const scope of scopes) {
    const known = count(scope)
    if (known === undefined) return undefined
    text += text === '' ? written(known) : `.${written(known)}`
  }
  return text
}

/** The counters of these scopes as a short string, for use in a cache key or ETag. */
export async function readRevision(db: Pick<Queryable, 'query'>, ...scopes: RevisionScope[]): Promise<string> {
  const rows = await db.query.selectFrom('revision').select(['scope', 'n']).where('scope', 'in', scopes).execute()
  const counts = new Map(rows.map((row) => [row.scope, row.n]))
  return scopes.map((scope) => written(counts.get(scope) ?? 0)).join('.')
}

const written = (count: number): string => count.toString(36)
