import { sql } from 'kysely'
import type { Queryable } from './open.ts'

/** Size of the database in bytes. */
export async function readDatabaseSize(db: Queryable): Promise<number> {
  const question =
    db.kind === 'sqlite'
      ? sql<{ size: number }>`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`
      : sql<{ size: string }>`select pg_database_size(current_database()) as size`
  const { rows } = await question.execute(db.query)
  return Number(rows[0]?.size ?? 0)
}
