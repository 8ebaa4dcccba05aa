import type { LibraryForScan } from '../store/library/scan.ts'
import type { Guess, Shelf } from '../store/scan/change.ts'

/** What a file says that decides where it stands. */
export interface KnownFromInside {
  title?: string
  series?: string
  number?: string
  authors?: readonly string[]
  year?: number
}

export interface BookToName {
  path: string
  inside: KnownFromInside
  series: string
  bookCount: number
  number: string | null
}

export interface BookToNumber {
  path: string
  metadataNumber?: string | null
  lockedNumber?: string | null
}

/**
 * How a library arranges, names and numbers its books. The rules themselves are the scanner's; whoever builds the server
 * together hands them in.
 */
export interface ShelfRules {
  /** Whether a file may have to be shelved anew once it has been read. */
  readonly usesMetadata: boolean
  /** Whether a series is titled by what its files say when they agree. */
  readonly titleFromMetadata: boolean
  /** Whether a book's name depends on its series and its place in it. */
  readonly namesBySeries: boolean
  shelve(path: string, inside?: KnownFromInside): { shelf: Shelf; guess: Guess }
  /** The library's own corrections of a series' name. */
  correctTitle(name: string): string
  /** The series a file's own name bears, whatever its folder is called. */
  seriesInName(path: string): string | undefined
  nameBook(book: BookToName): string
  /** Of one series, in the order given; undefined for those that have none. */
  numberBooks(books: readonly BookToNumber[]): ({ text: string; value: number } | undefined)[]
}

export type RulesFor = (library: LibraryForScan) => ShelfRules
