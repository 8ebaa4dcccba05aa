import type { FileNameFacts, LibraryKind } from '../../formats/filename/file-name-facts.ts'

/** A file that needs a series: where it lies, and what is known from inside it where it has been read before. */
export interface FileToPlace {
  /** Relative to the library, with `/`. */
  path: string
  metadata?: KnownMetadata
}

export interface KnownMetadata {
  title?: string
  series?: string
  number?: string
  authors?: readonly string[]
  year?: number
}

/** Which series a file belongs to, and what its path tells of the book itself. */
export interface Placement {
  series: DetectedSeries
  volume?: string
  chapter?: string
  number?: string
  year?: number
  /** The custom pattern's `book` group, or calibre's title. */
  title?: string
  special: boolean
  /** All that the file name says, where it was read. */
  facts?: FileNameFacts
}

export interface DetectedSeries {
  /**
   * What makes it this series and no other: the path of its folder, not its name. Where several series share a folder,
   * "folder//name" (two slashes are in no path).
   */
  key: string
  /** As a person would call it. */
  title: string
  /** The folder as it is called on disk; the title where there is none. */
  folderName: string
  /** Its folder relative to the library; empty for the root. */
  path: string
  publisher?: string
  imprint?: string
  author?: string
  /** The year the run began: "Plush (2018)". */
  year?: number
  isOneshot: boolean
}

/** Whether a series has its folder to itself, so that what lies in it speaks of this series. */
export function hasOwnFolder(key: string): boolean {
  return key !== '' && !key.includes('//')
}

export interface SeriesStrategy {
  /** Whether a file may have to change its series once it has been read. */
  usesMetadata: boolean
  /** Whether the series is titled by what its files say when they agree. */
  titleFromMetadata: boolean
  /** Depends on this file alone, so that a rescan only asks for what is new. */
  place(file: FileToPlace): Placement
}

export interface StrategyOptions {
  /** What the library holds, where somebody said so; file names are read a little differently. */
  kind?: LibraryKind
}
