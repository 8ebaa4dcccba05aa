import { sql } from 'kysely'
import type { Db, Tx } from './open.ts'

/**
 * Locks rows that the caller is about to read and rewrite, in a separate statement: reads after it see the newest
 * version, and no concurrent edit is lost. Doesn't block inserts that only reference the rows: a page turn never waits
 * for an edit of its book. SQLite has only one writer at a time anyway.
 */
export async function lockRows(
  tx: Tx,
  kind: Db['kind'],
  table: 'book' | 'series' | 'collection' | 'read_list',
  ids: readonly number[],
): Promise<void> {
  if (kind === 'sqlite' || ids.length === 0) return
  await sql`select id from ${sql.table(table)} where id = any(${ids}::int[]) order by id for no key update`.execute(tx)
}
