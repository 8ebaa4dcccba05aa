import { type RawBuilder, sql } from 'kysely'
import type { IndexScan, SortDirection } from './keyset-cursor.ts'
import type { Column, SqlCondition } from './sql-conditions.ts'

export interface SortKey<Field extends string> {
  field: Field
  direction: SortDirection
}

export interface OrderTerm {
  column: Column
  direction: SortDirection
}

/** One way to sort a list. What has no value comes last in both directions; ties end on the id. */
export interface SortPlan {
  /** The columns, with how each runs when the sort is ascending or descending. */
  columns(direction: SortDirection): readonly OrderTerm[]
  /** The order among equals, unless another was asked for. */
  ties?(direction: SortDirection): readonly OrderTerm[]
  /** What must be joined to the table to have the columns. */
  join?: RawBuilder<unknown>
  /** The same in the order that suits a list of everything: an index of the joined table leads. */
  lead?: RawBuilder<unknown>
  where?: SqlCondition
  /**
   * Parts of the list that come in order from an index, one after the other; undefined where no index helps.
   * The whole must be the same order as by `columns` and `ties`.
   */
  indexScans?(direction: SortDirection): readonly Omit<IndexScan, 'direction'>[]
}

/** The order of a list that has to be sorted: all columns, nothing last, then the id. */
export function orderBy(
  sortPlans: readonly { sortPlan: SortPlan; direction: SortDirection }[],
  id: Column,
): RawBuilder<unknown> {
  const last = sortPlans.at(-1)
  const terms = sortPlans.flatMap(({ sortPlan, direction }) => sortPlan.columns(direction))
  const ties = last?.sortPlan.ties?.(last.direction) ?? []
  const written = [...terms, ...ties].map(({ column, direction }) => sql`${column} ${sql.raw(direction)} nulls last`)
  return sql`order by ${sql.join([...written, sql`${id} ${sql.raw(last?.direction ?? 'asc')}`])}`
}

export function joinsOfSortPlans(sortPlans: readonly { sortPlan: SortPlan }[]): RawBuilder<unknown> {
  const wanted = [...new Set(sortPlans.map(({ sortPlan }) => sortPlan.join).filter((join) => join !== undefined))]
  return wanted.length === 0 ? sql`` : sql.join(wanted, sql` `)
}
