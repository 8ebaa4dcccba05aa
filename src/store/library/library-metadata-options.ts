/** What a library makes of its files besides books. */
export interface LibraryMetadataOptions {
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

export const defaultLibraryMetadataOptions: LibraryMetadataOptions = {
  localArtwork: false,
  collectionsFromFiles: false,
  readListsFromFiles: false,
  volumeInSeriesTitle: false,
  hashPages: false,
  seriesCover: 'first',
}

export function parseLibraryMetadataOptions(json: string): LibraryMetadataOptions {
  return { ...defaultLibraryMetadataOptions, ...(JSON.parse(json) as Partial<LibraryMetadataOptions>) }
}
