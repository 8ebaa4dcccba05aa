import { sql } from 'kysely'
import type { Db, Tx } from './open.ts'

/**
 * Whoever reads rows in order to write them anew locks them first, in a statement of its own: what is read after it is
 * the newest, and nobody's edit in between is lost. Not against those who only refer to them: a page turn waits for nobody who
 * edits its book. SQLite has one writer at a time anyway.
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
