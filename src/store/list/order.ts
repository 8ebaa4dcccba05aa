import { type RawBuilder, sql } from 'kysely'
import type { Column, Holds } from './criteria.ts'
import type { Direction, Walk } from './stretch.ts'

export interface SortKey<Field extends string> {
  field: Field
  direction: Direction
}

export interface OrderTerm {
  column: Column
  direction: Direction
}

/** One way to sort a list. What has no value comes last in both directions; ties end on the id. */
export interface SortWay {
  /** The columns, with how each runs when the sort is ascending or descending. */
  columns(direction: Direction): readonly OrderTerm[]
  /** The order among equals, unless another was asked for. */
  ties?(direction: Direction): readonly OrderTerm[]
  /** What must be joined to the table to have the columns. */
  join?: RawBuilder<unknown>
  /** The same in the order that suits a list of everything: an index of the joined table leads. */
  lead?: RawBuilder<unknown>
  where?: Holds
  /**
   * Parts of the list that come in order from an index, one after the other; undefined where no index helps.
   * The whole must be the same order as by `columns` and `ties`.
   */
  walks?(direction: Direction): readonly Omit<Walk, 'direction'>[]
}

/** The order of a list that has to be sorted: all columns, nothing last, then the id. */
export function orderBy(ways: readonly { way: SortWay; direction: Direction }[], id: Column): RawBuilder<unknown> {
  const last = ways.at(-1)
  const terms = ways.flatMap(({ way, direction }) => way.columns(direction))
  const ties = last?.way.ties?.(last.direction) ?? []
  const written = [...terms, ...ties].map(({ column, direction }) => sql`${column} ${sql.raw(direction)} nulls last`)
  return sql`order by ${sql.join([...written, sql`${id} ${sql.raw(last?.direction ?? 'asc')}`])}`
}

export function joins(ways: readonly { way: SortWay }[]): RawBuilder<unknown> {
  const wanted = [...new Set(ways.map(({ way }) => way.join).filter((join) => join !== undefined))]
  return wanted.length === 0 ? sql`` : sql.join(wanted, sql` `)
}
