import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import type { Holds } from './criteria.ts'
import type { Candidate } from './drive.ts'
import type { Listing } from './listing.ts'
import type { Found } from './look-up.ts'
import type { SortKey, SortWay } from './order.ts'

/** What lists of books and lists of series have in common, and where they differ. */
export interface Noun<Filter, Sort extends string> {
  readonly name: 'book' | 'series'
  /** The table's name in every statement. */
  readonly alias: 'b' | 's'
  readonly counted: 'books' | 'series'
  readonly defaultSort: SortKey<Sort>
  /** Sorts by what the viewer did. */
  readonly personalSorts: readonly Sort[]
  lookUp(db: Db, viewer: Viewer, filter: Filter): Promise<Found>
  compile(found: Found, filter: Filter): Holds
  candidates(found: Found, filter: Filter): Candidate[]
  sortWay(kind: Db['kind'], userId: number, sort: Sort): SortWay
  /** The total without counting, where the noun knows one. */
  sumInstead?(db: Db, listing: Listing<Filter>): Promise<number> | undefined
}

export interface ListQuery<Filter, Sort extends string> {
  filter?: Filter
  /** Words as a person types them; blank is none. */
  search?: string
  /** None: the usual order, or by relevance where words are searched. */
  sort?: readonly SortKey<Sort | 'relevance'>[]
  /** Only books can be. */
  includeDeleted?: boolean
}
