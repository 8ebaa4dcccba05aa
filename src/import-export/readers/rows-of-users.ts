import type { ForeignDatabase, ForeignRow } from '../../store/foreign/foreign-database.ts'
import { foreignIdOf } from '../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../records.ts'
import { orderedByUser } from './foreign-rows.ts'

/** A row whose user or item no longer exists. */
export const skippedOrphan = (what: string, id: string | null): ImportRecord =>
  skippedRecord(what, id ?? '', 'names_nothing')

/**
 * A record for each row about a user and a book or series, user by user; a row that doesn't name both is reported.
 * `columns`: what `toRecord` reads.
 */
export function* recordsOfUsers<Column extends string>(
  db: ForeignDatabase,
  { table, what, user = 'user_id', item }: { table: string; what: string; user?: string; item: string },
  columns: readonly Column[],
  toRecord: (row: ForeignRow<Column>, of: { userId: string; id: string }) => ImportRecord | undefined,
): Generator<ImportRecord> {
  for (const row of db.rows<string>(table, [user, item, ...columns], orderedByUser(user))) {
    const [userId, id] = [foreignIdOf(row[user]), foreignIdOf(row[item])]
    const record = userId && id ? toRecord(row as ForeignRow<Column>, { userId, id }) : skippedOrphan(what, id)
    if (record) yield record
  }
}
