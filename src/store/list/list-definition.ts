import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import type { DrivingSet } from './driving-set.ts'
import type { SortKey, SortPlan } from './order-by.ts'
import type { PreparedList } from './prepared-list.ts'
import type { ResolvedFilter } from './resolved-filter.ts'
import type { SqlCondition } from './sql-conditions.ts'

/** What lists of books and lists of series have in common, and where they differ. */
export interface ListDefinition<Filter, Sort extends string> {
  readonly name: 'book' | 'series'
  /** The table's name in every statement. */
  readonly alias: 'b' | 's'
  readonly counted: 'books' | 'series'
  readonly defaultSort: SortKey<Sort>
  /** Sorts by what the viewer did. */
  readonly personalSorts: readonly Sort[]
  resolveFilter(db: Db, viewer: Viewer, filter: Filter): Promise<ResolvedFilter>
  compile(found: ResolvedFilter, filter: Filter): SqlCondition
  drivingSets(found: ResolvedFilter, filter: Filter): DrivingSet[]
  sortPlan(kind: Db['kind'], userId: number, sort: Sort): SortPlan
  /** The total without counting, where the entity knows one. */
  sumInstead?(db: Db, listing: PreparedList<Filter>): Promise<number> | undefined
}

export interface ListQuery<Filter, Sort extends string> {
  filter?: Filter
  /** Words as a person types them; blank is none. */
  search?: string
  /** None: the usual order, or by relevance where words are searched. */
  sort?: readonly SortKey<Sort | 'relevance'>[]
  /** Only books can be. Whoever sees everything sees those of series that are gone, too, unless `of_live_series`. */
  includeDeleted?: boolean | 'of_live_series'
}
