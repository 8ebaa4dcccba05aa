import type { FileNameFacts, LibraryKind } from '../../formats/filename/file-name-facts.ts'

/** A file to be assigned to a series: its path, and its metadata if it was read before. */
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

/** The series of a file, and facts about the book from its path. */
export interface Placement {
  series: DetectedSeries
  volume?: string
  chapter?: string
  number?: string
  year?: number
  /** The custom pattern's `book` group, or calibre's title. */
  title?: string
  special: boolean
  /** All facts from the file name, if it was parsed. */
  facts?: FileNameFacts
}

export interface DetectedSeries {
  /**
   * The identity of the series: the path of its folder, not its name. If several series share a folder, "folder//name"
   * (no path contains two slashes).
   */
  key: string
  /** The display title. */
  title: string
  /** The name of the folder on disk; the title if there is none. */
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

/** Whether a series is the only one in its folder, so that files in it describe this series. */
export function hasOwnFolder(key: string): boolean {
  return key !== '' && !key.includes('//')
}

export interface SeriesStrategy {
  /** Whether a file may have to change its series after its metadata is read. */
  usesMetadata: boolean
  /** Whether the series takes its title from its files' metadata if they agree. */
  titleFromMetadata: boolean
  /** Depends only on this file, so that a rescan has to place only new files. */
  place(file: FileToPlace): Placement
}

export interface StrategyOptions {
  /** The kind of library, if known; it changes how file names are parsed. */
  kind?: LibraryKind
}
