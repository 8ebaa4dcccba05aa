/** What a library reads from files besides books. */
export interface LibraryMetadataOptions {
  /** Images beside books and in series folders are covers. */
  localArtwork: boolean
  /** Each SeriesGroup becomes a collection. */
  collectionsFromFiles: boolean
  /** Each StoryArc becomes a read list. */
  readListsFromFiles: boolean
  volumeInSeriesTitle: boolean
  /** Only stored: apps made for Komga read back what they set. */
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
