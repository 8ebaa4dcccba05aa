import { type RawBuilder, sql } from 'kysely'
import type { Column, Holds } from './criteria.ts'
import type { Direction, Walk } from './stretch.ts'

export interface SortKey<Field extends string> {
  field: Field
  direction: Direction
}

/** One way to sort a list. What has no value comes last in both directions; ties end on the id. */
export interface SortWay {
  /** The columns, with how each runs when the sort is ascending or descending. */
  columns(direction: Direction): readonly { column: Column; direction: Direction }[]
  /** What must be joined to the table to have the columns. */
  join?: RawBuilder<unknown>
  /** The same in the order that suits a list of everything: an index of the joined table leads. */
  lead?: RawBuilder<unknown>
  where?: Holds
  /**
   * Parts of the list that come in order from an index, one after the other; undefined where no index helps.
   * The whole must be the same order as by `columns`.
   */
  walks?(direction: Direction): readonly Omit<Walk, 'direction'>[]
}

/** The order of a list that has to be sorted: all columns, nothing last, then the id. */
export function orderBy(ways: readonly { way: SortWay; direction: Direction }[], id: Column): RawBuilder<unknown> {
  const terms = ways.flatMap(({ way, direction }) =>
    way.columns(direction).map((term) => sql`${term.column} ${sql.raw(term.direction)} nulls last`),
  )
  const last = ways.at(-1)?.direction ?? 'asc'
  return sql`order by ${sql.join([...terms, sql`${id} ${sql.raw(last)}`])}`
}

export function joins(ways: readonly { way: SortWay }[]): RawBuilder<unknown> {
  const wanted = [...new Set(ways.map(({ way }) => way.join).filter((join) => join !== undefined))]
  return wanted.length === 0 ? sql`` : sql.join(wanted, sql` `)
}
