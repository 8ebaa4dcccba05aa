import type { ForeignDatabase, ForeignRow } from '../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignTextOf } from '../foreign-values.ts'

/** Rows of one user after the other: each batch of an import then writes for few users. */
export const orderedByUser = (column: string): { order: string[] } => ({ order: [column] })

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
