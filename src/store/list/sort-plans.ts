import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import type { SortPlan } from './order-by.ts'
import { negateCondition, rowExistsCondition } from './sql-conditions.ts'

/** The table of a list, under the name it has in the statement. */
export interface ListedTable {
  table: 'book' | 'series'
  alias: 'b' | 's'
}

/** An index of (column, id, class). */
export interface SortIndex {
  name: string
  column: string
  /** The rows without a value are a part of their own. */
  nullable?: boolean
}

/** SQLite is told the index: its planner has no statistics of how common a value is, and a guess costs a sort of all rows. */
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

/** No index: few people ask, and they can wait. */
export function columnSortPlan({ alias }: ListedTable, column: string): SortPlan {
  return { columns: (direction) => [{ column: sql.ref(`${alias}.${column}`), direction }] }
}

/** First what the viewer has read or rated, which is little; then the rest, as it came. */
export function viewerActivitySortPlan(
  kind: Db['kind'],
  { table, alias }: ListedTable,
  { userId, did, column }: { userId: number; did: string; column: string },
): SortPlan {
  const [activities, rows, id] = [sql.table(did), sql`${sql.table(table)} ${sql.ref(alias)}`, sql.ref(`${alias}.id`)]
  const of = (activity: string) => sql.ref(`${activity}.${table}_id`)
  return {
    join: sql`left join ${activities} pr on pr.user_id = ${userId} and ${of('pr')} = ${id}`,
    columns: (direction) => [{ column: sql.ref(`pr.${column}`), direction }],
    indexScans: () => [
      {
        from: sql`${activities} pr cross join ${rows}`,
        where: [sql<boolean>`pr.user_id = ${userId}`, sql<boolean>`${id} = ${of('pr')}`],
        columns: [sql.ref(`pr.${column}`), of('pr')],
      },
      {
        from: rows,
        where: [
          negateCondition(
            rowExistsCondition(kind, sql`from ${activities} np where np.user_id = ${userId} and ${of('np')} = ${id}`),
          ),
        ],
        columns: [id],
      },
    ],
  }
}
