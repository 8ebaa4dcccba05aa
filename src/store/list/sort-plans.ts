import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import type { SortPlan } from './order-by.ts'
import { negateCondition, rowExistsCondition } from './sql-conditions.ts'

/** The table of a list, and its alias in the statement. */
export interface ListedTable {
  table: 'book' | 'series'
  alias: 'b' | 's'
}

/** An index of (column, id, class). */
export interface SortIndex {
  name: string
  column: string
  /** Rows without a value form a separate part. */
  nullable?: boolean
}

/**
 * The index is forced on SQLite: its planner has no statistics about how common a value is, and a wrong guess costs a
 * sort of all rows.
 */
export function tableWithIndex(kind: Db['kind'], { table, alias }: ListedTable, index: string): RawBuilder<unknown> {
  const plain = sql`${sql.table(table)} ${sql.ref(alias)}`
  return kind === 'sqlite' ? sql`${plain} indexed by ${sql.ref(index)}` : plain
}

export function indexSortPlan(
  kind: Db['kind'],
  listed: ListedTable,
  { name, column: of, nullable }: SortIndex,
): SortPlan {
  const [column, id] = [sql.ref(`${listed.alias}.${of}`), sql.ref(`${listed.alias}.id`)]
  const from = tableWithIndex(kind, listed, name)
  return {
    columns: (direction) => [{ column, direction }],
    indexScans: () =>
      nullable
        ? [
            { from, where: [sql<boolean>`${column} is not null`], columns: [column, id] },
            { from, where: [sql<boolean>`${column} is null`], columns: [id] },
          ]
        : [{ from, where: [], columns: [column, id] }],
  }
}

/** No index: such sorts are rare, and may take longer. */
export function columnSortPlan({ alias }: ListedTable, column: string): SortPlan {
  return { columns: (direction) => [{ column: sql.ref(`${alias}.${column}`), direction }] }
}

/**
 * First the rows that the viewer has read or rated, which are few; then the rest by id. The join keeps the table's name,
 * so that one list can be sorted by several activities.
 */
export function viewerActivitySortPlan(
  kind: Db['kind'],
  { table, alias }: ListedTable,
  { userId, did, column }: { userId: number; did: string; column: string },
): SortPlan {
  const [activities, rows, id] = [sql.table(did), sql`${sql.table(table)} ${sql.ref(alias)}`, sql.ref(`${alias}.id`)]
  const itemOf = (activity: string) => sql.ref(`${activity}.${table}_id`)
  const userOf = (activity: string) => sql.ref(`${activity}.user_id`)
  // A review without a rating is no rating.
  const isKnown = (activity: string) => sql<boolean>`${sql.ref(`${activity}.${column}`)} is not null`
  return {
    join: sql`left join ${activities} on ${userOf(did)} = ${userId} and ${itemOf(did)} = ${id}`,
    columns: (direction) => [{ column: sql.ref(`${did}.${column}`), direction }],
    indexScans: () => [
      {
        from: sql`${activities} cross join ${rows}`,
        where: [sql<boolean>`${userOf(did)} = ${userId}`, sql<boolean>`${id} = ${itemOf(did)}`, isKnown(did)],
        columns: [sql.ref(`${did}.${column}`), itemOf(did)],
      },
      {
        from: rows,
        where: [
          negateCondition(
            rowExistsCondition(
              kind,
              sql`from ${activities} np where ${userOf('np')} = ${userId} and ${itemOf('np')} = ${id} and ${isKnown('np')}`,
            ),
          ),
        ],
        columns: [id],
      },
    ],
  }
}
