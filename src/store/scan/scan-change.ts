/** A file's attributes on disk. */
export interface FileStats {
  /** Relative to the library, with `/`. */
  path: string
  size: number
  mtime: number
  inode: string
}

/** The series that a book belongs to by its path, or by its metadata. */
export interface ScannedSeries {
  /** Identifies the series within its library: usually its folder. Series with equal titles stay separate. */
  key: string
  /** The displayed title. */
  title: string
  folderName: string
  isOneshot?: boolean
  publisher?: string
  year?: number
}

/** What the path alone reveals about a book, until it is analysed. */
export interface GuessFromPath {
  title: string
  format: string
  numberText?: string | null
  number?: number | null
  volume?: number | null
  chapter?: number | null
  year?: number | null
}

/** A change found by a scan, for the store to apply: the only data that passes from scan/ to store/. */
export type ScanChange =
  | { kind: 'appeared'; file: FileStats; toSeries: ScannedSeries; guess: GuessFromPath; hash?: string }
  /** The same content under another path. `from` is its old location. */
  | {
      kind: 'moved'
      bookId: number
      from: { seriesId: number; libraryId: number }
      file: FileStats
      toSeries: ScannedSeries
      guess: GuessFromPath
    }
  /** The same content, touched: only the file attributes are updated. */
  | { kind: 'touched'; bookId: number; file: FileStats }
  /** Different content under the same path: the same book in a new edition. */
  | { kind: 'replaced'; bookId: number; file: FileStats; hash: string }
  /** The file of a deleted book exists again. */
  | { kind: 'returned'; bookId: number; file: FileStats }
  /** Another book now has this one's path; this one is missing until its content is found elsewhere. */
  | { kind: 'displaced'; bookId: number }
  | { kind: 'vanished'; bookId: number }
  /** Not analysed yet. */
  | { kind: 'unanalysed'; bookId: number }
