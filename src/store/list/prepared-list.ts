import type { BestHits } from '../search/best-hits.ts'
import type { Viewer } from '../viewer.ts'
import type { Visibility } from '../visibility/visible-classes.ts'
import type { DrivingSet } from './driving-set.ts'
import type { ListCacheKey } from './keyset-cursor.ts'
import type { ResolvedFilter } from './resolved-filter.ts'
import type { SqlCondition } from './sql-conditions.ts'
import type { VisibilityClassCount } from './visibility-class-counts.ts'

/** A question made ready: everything that the pages, the total and the groups of one list have in common. */
export interface PreparedList<Filter> {
  readonly viewer: Viewer
  readonly found: ResolvedFilter
  /** What is left to ask when the libraries went into `sees`. */
  readonly filter: Filter | undefined
  readonly counts: readonly VisibilityClassCount[]
  readonly sees: Visibility
  readonly visible: SqlCondition
  readonly where: readonly SqlCondition[]
  readonly includeDeleted: boolean
  /** The best hits, when words are searched. */
  readonly head: BestHits | undefined
  /** A small set that holds the whole list, to begin at. */
  readonly drivingSet: DrivingSet | undefined
  /** Where a count begins: a set may be too large to be sorted, and still be much smaller than all. */
  readonly countFrom: { drivingSet: DrivingSet; where: readonly SqlCondition[] } | undefined
  readonly cacheKey: ListCacheKey
}
