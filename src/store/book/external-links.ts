import { sql } from 'kysely'
import { idCondition } from '../list/sql-conditions.ts'
import type { Queryable } from '../open.ts'

export interface BookExternalLinkRow {
  source: string
  url: string
}

/** External links of many books, by their internal ids. */
export async function readBookExternalLinks(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, BookExternalLinkRow[]>> {
  const { rows } = await sql<BookExternalLinkRow & { book_id: number }>`select l.book_id, l.source, l.url
    from book_external_link l where ${idCondition(db.kind, sql`l.book_id`, ids)}
    order by l.source, l.id`.execute(db.query)
  return Map.groupBy(rows, (row) => row.book_id)
}
