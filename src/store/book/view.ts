/**
 * What a reader may know of a book, as lists show it: no column more, because a page has fifty. The joint between the store and every surface. Each surface presents it in its own
 * words. Times are milliseconds; `id` is the inner key, `uid` the public one.
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
  /** On this machine's disk. */
  filePath: string
  /** The folder of its library. */
  root: string
  fileName: string
  format: string
  fileSize: number
  hash: string
  syncHash: string | null
  pageCount: number
  analyzed: boolean
  analysisError: string | null
  deletedAt: number | null
  /** The series' own, else the library's. */
  readingDirection: string
  coverColor: string | null
  /** The viewer's. */
  progress: ProgressView | null
  createdAt: number
  updatedAt: number
}

export interface CoverView {
  /** Changes with the picture, so that its address may be kept for ever. */
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

/** A book with everything its own page shows. */
export interface FullBookView extends BookView {
  /** How `number` is written. */
  numberText: string | null
  volume: number | null
  chapter: number | null
  year: number | null
  /** As a number, 20240131. */
  releaseDate: number | null
  language: string | null
  /** What the file is inside, whatever its name says. */
  container: string
  fileModifiedAt: number
  /** When the file came or was replaced, by the clock of this server. */
  fileChangedAt: number
  /** `pages` or `flow`: whether there are page images, or text to be laid out. */
  layout: string
  cover: CoverView
  meta: BookMetadataView
}

export interface BookMetadataView {
  summary: string | null
  authors: AuthorView[]
  /** What the file says of itself, by the names of the API's metadata object. */
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
