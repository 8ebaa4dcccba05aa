/** Progress of a scan in exact numbers, readable while it runs. */
export interface ScanCounters {
  filesTotal: number
  filesProcessed: number
  booksAdded: number
  booksUpdated: number
  booksMoved: number
  booksDeleted: number
  booksRestored: number
  errors: number
}

export interface ScanResult extends ScanCounters {
  /** The first few problems, to be reported. */
  troubles: { path: string; reason: string }[]
  /** Folders with files that were still being written. */
  unfinished: string[]
}

export const newScanCounters = (): ScanCounters => ({
  filesTotal: 0,
  filesProcessed: 0,
  booksAdded: 0,
  booksUpdated: 0,
  booksMoved: 0,
  booksDeleted: 0,
  booksRestored: 0,
  errors: 0,
})

export const MAX_LISTED_ERRORS = 100
