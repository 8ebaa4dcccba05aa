import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { type ImportRecord, skippedRecord } from '../records.ts'
import { type ignoredColumns, isIgnoredColumn } from './ignored-columns.ts'
import { orphanedDetails } from './orphaned-details.ts'

/** What a newer version of the program has and this one doesn't know. Must come last. */
export function* unknownParts(db: ForeignDatabase, kind: keyof typeof ignoredColumns): Generator<ImportRecord> {
  yield* orphanedDetails(db, kind)
  yield* unknownTables(db)
  yield* unknownColumns(db, kind)
}

/** Every table that wasn't read, with its number of rows. */
export function* unknownTables(db: ForeignDatabase): Generator<ImportRecord> {
  for (const { table, rows } of db.unread()) {
    yield {
      ...skippedRecord('other table', table, 'other_table'),
      rows,
    }
  }
}

/** Unknown columns of tables that were read. */
function* unknownColumns(db: ForeignDatabase, kind: keyof typeof ignoredColumns): Generator<ImportRecord> {
  for (const { table, columns, rows } of db.unreadColumns((...names) => isIgnoredColumn(kind, ...names))) {
    yield { ...skippedRecord('other column', table, 'field_unknown', { fields: columns.join(', ') }), rows }
  }
}
