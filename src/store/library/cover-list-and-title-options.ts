/** What a library makes of its files besides books. */
export interface CoverListAndTitleOptions {
  /** Pictures beside books and in the folders of series are covers. */
  localArtwork: boolean
  /** Each SeriesGroup is a collection. */
  collectionsFromFiles: boolean
  /** Each StoryArc is a read list. */
  readListsFromFiles: boolean
  volumeInSeriesTitle: boolean
  /** Only remembered: apps made for Komga read back what they set. */
  hashPages: boolean
  seriesCover: 'first' | 'last' | 'first_unread_or_first' | 'first_unread_or_last'
}

export const defaultCoverListAndTitleOptions: CoverListAndTitleOptions = {
  localArtwork: false,
  collectionsFromFiles: false,
  readListsFromFiles: false,
  volumeInSeriesTitle: false,
  hashPages: false,
  seriesCover: 'first',
}

export function parseCoverListAndTitleOptions(json: string): CoverListAndTitleOptions {
  return { ...defaultCoverListAndTitleOptions, ...(JSON.parse(json) as Partial<CoverListAndTitleOptions>) }
}
