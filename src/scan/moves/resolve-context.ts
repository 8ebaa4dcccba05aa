import type { LibraryForScan } from '../../store/library/library-for-scan.ts'
import type { Db } from '../../store/open.ts'
import type { LibraryStrategies } from '../../strategies/library-strategies.ts'

/** State of a scan while it turns differences into changes. */
export interface ResolveContext {
  db: Db
  library: LibraryForScan
  rules: LibraryStrategies
  /** Libraries a book may have moved from, including this one. */
  libraries: ReadonlyMap<number, LibraryForScan>
  /** Whether there are other libraries, visible to other users. */
  hasOtherLibraries: boolean
  /** Books above this id were added during the scan. */
  lastIdBeforeScan: number
  /**
   * Books above this id were added during the scan, or during an attempt that was killed before it marked missing
   * books.
   */
  lastIdBeforeFirstAttempt: number
  /** Treats every file as changed. */
  isDeep: boolean
  /** Books found elsewhere; they aren't missing although their old path is gone. */
  movedIds: Set<number>
  /** Whether a series has no book left at its old path, by series id. */
  emptied: Map<number, boolean>
  /** Files of which only the inode changed: how often the content was the same, and how often not. */
  inodeOnly: { same: number; other: number }
  onTrouble(path: string, reason: string): void
}
