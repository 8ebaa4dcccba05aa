import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import type { DrivingSet } from './driving-set.ts'
import type { SortKey, SortPlan } from './order-by.ts'
import type { PreparedList } from './prepared-list.ts'
import type { ResolvedFilter } from './resolved-filter.ts'
import type { SqlCondition } from './sql-conditions.ts'

/** What lists of books and lists of series share, and where they differ. */
export interface ListDefinition<Filter, Sort extends string> {
  readonly name: 'book' | 'series'
  /** The table's alias in every statement. */
  readonly alias: 'b' | 's'
  readonly counted: 'books' | 'series'
  readonly defaultSort: SortKey<Sort>
  /** Sorts that depend on the viewer's activity. */
  readonly personalSorts: readonly Sort[]
  resolveFilter(db: Db, viewer: Viewer, filter: Filter): Promise<ResolvedFilter>
  compile(found: ResolvedFilter, filter: Filter): SqlCondition
  drivingSets(found: ResolvedFilter, filter: Filter): DrivingSet[]
  sortPlan(kind: Db['kind'], userId: number, sort: Sort): SortPlan
  /** The total without a count, if the entity has one. */
  sumInstead?(db: Db, listing: PreparedList<Filter>): Promise<number> | undefined
}

export interface ListQuery<Filter, Sort extends string> {
  filter?: Filter
  /** Search words as typed by the user; blank means none. */
  search?: string
  /** None: the default order, or by relevance for a search. */
  sort?: readonly SortKey<Sort | 'relevance'>[]
  /** Only for books. Viewers who see everything also get books of deleted series, unless `of_live_series`. */
  includeDeleted?: boolean | 'of_live_series'
}
