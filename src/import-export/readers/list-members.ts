import { importRowLabel } from '../../contract/import-details.ts'
import type { ForeignDatabase, ForeignRow } from '../../store/foreign/foreign-database.ts'
import { foreignIdOf } from '../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../records.ts'
import { groupRows } from './foreign-rows.ts'

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
