import type { PositionRow } from './read.ts'

/** What is stored; the rules are in `catalog/progress`. */
export interface ProgressToStore {
  page: number
  percentage: number | null
  done: boolean
  at: number
  position: Pick<PositionRow, 'locator' | 'pointer' | 'device' | 'device_id'> | null
  /** Reported once for many pages, e.g. when a book is closed, and not with every page. */
  isWholeSitting?: boolean
  /** Not for statistics: the book was marked as read, or the reading counts in another copy of its file. */
  isUncounted?: boolean
  /** Reading time since the same device's last report, if the device counts it. */
  minutes?: number
}
