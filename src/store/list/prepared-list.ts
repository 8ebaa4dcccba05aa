import type { BestHits } from '../search/best-hits.ts'
import type { Viewer } from '../viewer.ts'
import type { Visibility } from '../visibility/visible-classes.ts'
import type { DrivingSet } from './driving-set.ts'
import type { ListCacheKey } from './keyset-cursor.ts'
import type { ResolvedFilter } from './resolved-filter.ts'
import type { SqlCondition } from './sql-conditions.ts'
import type { VisibilityClassCount } from './visibility-class-counts.ts'

/** A prepared list query: everything that the pages, the total and the groups of one list share. */
export interface PreparedList<Filter> {
  readonly viewer: Viewer
  readonly found: ResolvedFilter
  /** The rest of the filter after the libraries were moved into `sees`. */
  readonly filter: Filter | undefined
  readonly counts: readonly VisibilityClassCount[]
  readonly sees: Visibility
  readonly visible: SqlCondition
  readonly where: readonly SqlCondition[]
  readonly includeDeleted: boolean
  /** The best hits, for a search. */
  readonly head: BestHits | undefined
  /** A small set that contains the whole list, to start from. */
  readonly drivingSet: DrivingSet | undefined
  /** What a count starts from: a set may be too large to sort, and still be much smaller than the table. */
  readonly countFrom: { drivingSet: DrivingSet; where: readonly SqlCondition[] } | undefined
  readonly cacheKey: ListCacheKey
}
