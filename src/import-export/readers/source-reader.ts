import { importRowLabel } from '../../contract/import-details.ts'
import type { ForeignDatabase, ForeignRow } from '../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignTextOf, foreignTimeOf } from '../foreign-values.ts'
import { type ImportRecord, type SourceKind, skippedRecord } from '../records.ts'
import type { ApiKeyRecord } from '../user-records.ts'
import { type ignoredColumns, isIgnoredColumn } from './ignored-columns.ts'

/** A source that was recognised, ready to be read as records. */
export interface SourceReader {
  kind: SourceKind
  version: string
  /** In the order of `recordTypes`. */
  records(): Iterable<ImportRecord> | AsyncIterable<ImportRecord>
}

/** What a reader may access: the database, and the files that came with it. */
export interface SourceFiles {
  database: ForeignDatabase
  /** A second database that belongs to it, e.g. Calibre's beside Calibre-Web's. */
  beside?: ForeignDatabase
  /** The folder of the books, if the source itself doesn't contain it. */
  folder: string | null
  /** Reads a picture by its path within the source; undefined if it doesn't exist. */
  readPicture(path: string): Uint8Array | undefined
  /** Whether this folder of a Calibre library exists but lacks the `metadata.opf` that Calibre writes into it. */
  lacksOpf?(folder: string): boolean
}

/** Rows of one user after the other: each batch of an import then writes for few users. */
export const byUser = (column: string): { order: string[] } => ({ order: [column] })

/** Some rows at a time, for tables whose related rows don't fit into memory. */
export function* rowsInChunks<Row>(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let chunk: Row[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Groups rows by one of their columns, for tables that belong to another one. */
export function groupRows<Column extends string>(
  rows: Iterable<ForeignRow<Column>>,
  keyOf: (row: ForeignRow<Column>) => string | null,
  wanted?: { has(key: string): boolean },
): Map<string, ForeignRow<Column>[]> {
  const groups = new Map<string, ForeignRow<Column>[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null || (wanted && !wanted.has(key))) continue
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** The names that a join table assigns to each owner, such as the genres of each series. */
export function namesByOwner(
  db: ForeignDatabase,
  pairs: { table: string; owner: string; member: string },
  named: { table: string; id: string; name: string },
): Map<string, string[]> {
  const rows = db.rows(named.table, [named.id, named.name])
  const names = new Map([...rows].map((row) => [foreignIdOf(row[named.id]!), foreignTextOf(row[named.name]!, 500)]))
  const joined = groupRows(db.rows(pairs.table, [pairs.owner, pairs.member]), (row) => foreignIdOf(row[pairs.owner]!))
  return new Map(
    [...joined].map(([id, members]) => [
      id,
      members.flatMap((row) => names.get(foreignIdOf(row[pairs.member]!)) ?? []),
    ]),
  )
}

/** The last step of the migrations that SeaORM applied. */
export function lastMigrationOf(db: ForeignDatabase): string {
  const steps = [...db.rows('seaql_migrations', ['version'], { order: ['version'] })]
  return foreignTextOf(steps.at(-1)?.version) ?? 'unknown'
}

export const apiKeyDateColumns = ['created_at', 'expires_at', 'last_used_at'] as const

export const apiKeyDatesOf = (
  row: ForeignRow<(typeof apiKeyDateColumns)[number]>,
): Pick<ApiKeyRecord, 'createdAt' | 'expiresAt' | 'lastUsedAt'> => ({
  createdAt: foreignTimeOf(row.created_at),
  expiresAt: foreignTimeOf(row.expires_at),
  lastUsedAt: foreignTimeOf(row.last_used_at),
})

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
  for (const row of db.rows<string>(table, [user, item, ...columns], byUser(user))) {
    const [userId, id] = [foreignIdOf(row[user]), foreignIdOf(row[item])]
    const record = userId && id ? toRecord(row as ForeignRow<Column>, { userId, id }) : skippedOrphan(what, id)
    if (record) yield record
  }
}

/** What a newer version of the program has and this one doesn't know. Must come last. */
export function* unknownParts(db: ForeignDatabase, kind: keyof typeof ignoredColumns): Generator<ImportRecord> {
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

/** The ids of the members of each list, in their order. */
export function membersOfLists(
  db: ForeignDatabase,
  table: string,
  { list, member, order }: { list: string; member: string; order: string },
): Map<string, string[]> {
  const rows = groupRows(db.rows<string>(table, [list, member], { order: [order] }), (row) => foreignIdOf(row[list]))
  return new Map([...rows].map(([id, some]) => [id, some.flatMap((row) => foreignIdOf(row[member]) ?? [])]))
}

/** Members of a list that doesn't exist, and members without an id. */
export function* orphanListMembers<Column extends string>(
  rows: Iterable<ForeignRow<Column>>,
  type: 'collection' | 'readList',
  { list, member, lists }: { list: Column; member: Column; lists: { has(id: string): boolean } },
): Generator<ImportRecord> {
  for (const row of rows) {
    const [listId, memberId] = [foreignIdOf(row[list]), foreignIdOf(row[member])]
    if (listId === null || !lists.has(listId))
      yield skippedRecord(
        `${type} member`,
        importRowLabel('list_member', memberId, { list: listId ?? '' }),
        'list_gone',
      )
    else if (memberId === null) yield skippedRecord(`${type} member`, importRowLabel('list', listId), 'names_nothing')
  }
}
