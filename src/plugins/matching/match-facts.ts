import type { NameHints } from './name-hints.ts'

/** The known facts of either side of a comparison. */
export interface MatchFacts {
  /** The main title first, then all others. */
  titles: readonly string[]
  /** Titles without a part that may matter: “Garden” for “Garden v2”. */
  possibleTitles?: readonly string[]
  /** Two titles in one name: “Hagane no Niwa ~ Steel Garden”. */
  pairs?: readonly (readonly [string, string])[]
  /** What the name says besides the title; counts only where the other side agrees. */
  hints?: NameHints
  year?: number
  /** Years of other editions, from the same result or name. */
  otherYears?: readonly number[]
  authors?: readonly string[]
  publisher?: string
  language?: string
  isbns?: readonly string[]
  /** Its ids at other sites. */
  externalIds?: readonly { source: string; externalId: string }[]
  /** Number of volumes, or at least of those in the library. */
  count?: number
  /** Number of chapters; of ours, instead of `count`, where the files are chapters. */
  chapters?: number
  /** Pictures or text, where that is known. */
  form?: 'comic' | 'text'
  /** The more likely form: an EPUB can contain either. */
  likelyForm?: 'comic' | 'text'
  /** Its files say that they are volumes. */
  hasVolumes?: boolean
  /** A single story, often the pilot of a series with the same title. */
  isOneShot?: boolean
  /** One edition of a work: providers list when the work first appeared. */
  isEdition?: boolean
}
