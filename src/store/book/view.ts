/**
 * What lists show of a book: no further columns, because a page has fifty books. The interface between the store and
 * every surface; each surface presents it in its own format. Times are milliseconds; `id` is the internal key, `uid`
 * the public one.
 */
export interface BookView {
  id: number
  uid: string
  libraryId: number
  libraryUid: string
  libraryName: string
  seriesId: number
  seriesUid: string
  seriesTitle: string
  title: string
  titleSort: string | null
  /** The exact value. */
  number: number | null
  /** The library's folder. */
  root: string
  /** Below the library's folder. */
  path: string
  fileName: string
  format: string
  fileSize: number
  hash: string
  syncHash: string | null
  pageCount: number
  analyzed: boolean
  analysisError: string | null
  hasFilePassword: boolean
  deletedAt: number | null
  /** The book's, unless a user has set the series'; else the series', else the library's. */
  readingDirection: string
  coverColor: string | null
  /** The viewer's progress. */
  progress: ProgressView | null
  createdAt: number
  updatedAt: number
}

export interface CoverView {
  /** Changes with the image, so that its URL can be cached for ever. */
  version: number
  color: string | null
  width: number | null
  height: number | null
}

export interface ProgressView {
  uid: string
  page: number
  percentage: number | null
  done: boolean
  startedAt: number
  readAt: number
  completedAt: number | null
}

/** A book with everything that its own page shows. */
export interface FullBookView extends BookView {
  /** The original spelling of `number`. */
  numberText: string | null
  volume: number | null
  chapter: number | null
  year: number | null
  /** As a number, 20240131. */
  releaseDate: number | null
  language: string | null
  /** The actual file type, whatever the extension. */
  container: string
  fileModifiedAt: number
  /** When the file was added or replaced, by this server's clock. */
  fileChangedAt: number
  /** `pages` or `flow`: page images, or reflowable text. */
  layout: string
  cover: CoverView
  meta: BookMetadataView
}

export interface BookMetadataView {
  summary: string | null
  authors: AuthorView[]
  /** The file's own metadata, with the field names of the API's metadata object. */
  facts: Record<string, unknown>
  customMetadata: Record<string, unknown> | null
  locks: string[]
  genres: FacetNameView[]
  tags: FacetNameView[]
}

export interface AuthorView {
  name: string
  role: string
  sortName: string | null
}

export interface FacetNameView {
  uid: string
  name: string
  createdAt: number
}
