import type { LibraryForScan } from '../../store/library/library-for-scan.ts'
import type { Db } from '../../store/open.ts'
import type { LibraryStrategies } from '../../strategies/library-strategies.ts'

/** What a scan keeps in mind while it turns differences into changes. */
export interface ResolveContext {
  db: Db
  library: LibraryForScan
  rules: LibraryStrategies
  /** Libraries a book may have come from, this one among them. */
  libraries: ReadonlyMap<number, LibraryForScan>
  /** There are others, which not the same people see. */
  hasStrangers: boolean
  /** Books above this id came during the scan. */
  upTo: number
  /** Or during an attempt at it that was killed before it could say what is missing. */
  cameAfter: number
  /** Every file counts as changed. */
  isDeep: boolean
  /** Books that were found elsewhere; whoever finds them missing at their old place need not care. */
  movedIds: Set<number>
  /** Series none of whose books is where it was. */
  emptied: Map<number, boolean>
  /** Files whose number on the disk alone had changed: how often the content was the same after all, and how often not. */
  inodeOnly: { same: number; other: number }
  onTrouble(path: string, reason: string): void
}
