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

/** One way to sort a list. Missing values come last in both directions; ties are broken by the id. */
export interface SortPlan {
  /** The columns, with the direction of each when the sort is ascending or descending. */
  columns(direction: SortDirection): readonly OrderTerm[]
  /** The order of ties, unless another was requested. */
  ties?(direction: SortDirection): readonly OrderTerm[]
  /** The join that provides the columns. */
  join?: RawBuilder<unknown>
  /** The same join in the order that suits an unfiltered list: an index of the joined table comes first. */
  lead?: RawBuilder<unknown>
  where?: SqlCondition
  /**
   * Consecutive parts of the list, each in the order of an index; undefined if no index helps. Together they must have
   * the same order as `columns` and `ties`.
   */
  indexScans?(direction: SortDirection): readonly Omit<IndexScan, 'direction'>[]
}

/** The order of a list without an index: all columns, nulls last, then the id. */
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
