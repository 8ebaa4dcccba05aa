/** A file as the disk shows it. */
export interface FileStats {
  /** Relative to the library, with `/`. */
  path: string
  size: number
  mtime: number
  inode: string
}

/** The series a book belongs to by where it lies, or by what it says of itself. */
export interface ScannedSeries {
  /** What makes it this series and no other within its library: its folder, mostly. Two of one name are two. */
  key: string
  /** As a person would call it. */
  title: string
  folderName: string
  isOneshot?: boolean
  publisher?: string
  year?: number
}

/** What a path alone tells of a book, until someone looks into it. */
export interface GuessFromPath {
  title: string
  format: string
  numberText?: string | null
  number?: number | null
  volume?: number | null
  chapter?: number | null
  year?: number | null
}

/** What a scan found, and what the store makes of it: the one thing that crosses from scan/ to store/. */
export type ScanChange =
  | { kind: 'appeared'; file: FileStats; toSeries: ScannedSeries; guess: GuessFromPath; hash?: string }
  /** The same content under another path. `from` is where it was. */
  | {
      kind: 'moved'
      bookId: number
      from: { seriesId: number; libraryId: number }
      file: FileStats
      toSeries: ScannedSeries
      guess: GuessFromPath
    }
  /** The same content, touched: only what the disk says of it is noted. */
  | { kind: 'touched'; bookId: number; file: FileStats }
  /** Other content under the same path: the same book in a new edition. */
  | { kind: 'replaced'; bookId: number; file: FileStats; hash: string }
  /** A deleted book is there again. */
  | { kind: 'returned'; bookId: number; file: FileStats }
  /** Another book now lies where this one lay; it is gone until its content shows up elsewhere. */
  | { kind: 'displaced'; bookId: number }
  | { kind: 'vanished'; bookId: number }
  /** Never looked into. */
  | { kind: 'unanalysed'; bookId: number }
