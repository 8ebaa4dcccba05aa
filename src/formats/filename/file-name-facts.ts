/** Facts about a book from its file name. Numbers are text, because "½", "12a" and "-1" are numbers too. */
export interface FileNameFacts {
  series?: string
  title?: string
  /** "3", "16-17", or the year a run began ("2018"). */
  volume?: string
  /** Total number of volumes ("03 (of 06)" inside a numbered issue). */
  volumeCount?: string
  /** Set only if the name marks it as a chapter; `number` repeats it. */
  chapter?: string
  /** Issue or chapter. */
  number?: string
  /** Total number of issues. */
  count?: string
  /**
   * The year that distinguishes it from its namesakes: that of the run if the name has it ("V2012"), else of the cover.
   */
  year?: number
  month?: number
  day?: number
  /** The cover date, as precise as known: "2014", "1966-02", "1984-04-28". */
  released?: string
  /** BCP 47. */
  language?: string
  edition?: string
  publisher?: string
  /** How the book was sold or produced: "digital", "TPB", "Webrip". */
  format?: string
  /** Who scanned it, or how ("c2c"). */
  scan?: string
  /** Scanned including all advertisements. */
  coverToCover: boolean
  /** The name or its folder marks it as outside the numbering: SP01, Specials/. */
  special: boolean
  /** Extras such as an omake, art book or bonus chapter. */
  extra: boolean
  oneShot: boolean
  annual: boolean
  freeComicBookDay: boolean
}

/** What is known about the file besides its name. */
export interface NameContext {
  /** Folders between the library's root and the file, outermost first. */
  folders?: readonly string[]
  kind?: LibraryKind
}

/** Conventions differ: "v03 (2013)" alone is the third book of a comic, but only a volume of a manga. */
export type LibraryKind = 'comic' | 'manga' | 'book'
