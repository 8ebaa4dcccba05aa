import type { AuthorView, CoverView, FacetNameView } from '../book/view.ts'
import type { SeriesFields } from './series-fields.ts'

/** What is shown of a series: the interface between the store and every surface. Times are milliseconds. */
export interface SeriesView extends SeriesFields {
  id: number
  uid: string
  libraryId: number
  libraryUid: string
  libraryName: string
  /** Relative to the library. */
  path: string
  folderName: string
  title: string
  effectiveReadingDirection: string
  isOneshot: boolean
  /** Without deleted books, like the following sums. */
  bookCount: number
  fileSize: number
  pageCount: number
  communityRating: number | null
  /** The average rating of this server's users. */
  averageRating: number | null
  /** The viewer's: finished and started books, and the last time. */
  readCount: number
  inProgressCount: number
  unreadCount: number
  lastReadAt: number | null
  cover: CoverView
  /** The source of the chosen cover; null if it is that of the first book. */
  coverSource: string | null
  hasCustomCover: boolean
  lastBookAt: number | null
  /** When a file of its books was added or replaced. */
  filesChangedAt: number
  createdAt: number
  updatedAt: number
}

/** A series with everything that its own page shows. */
export interface FullSeriesView extends SeriesView {
  authors: AuthorView[]
  customMetadata: Record<string, unknown> | null
  locks: string[]
  genres: FacetNameView[]
  tags: FacetNameView[]
  alternateTitles: AlternateTitleView[]
  externalIds: ExternalIdView[]
  externalLinks: ExternalLinkView[]
  externalRatings: ExternalRatingView[]
}

interface Dated {
  uid: string
  createdAt: number
  updatedAt: number
}

export interface AlternateTitleView extends Dated {
  label: string
  title: string
}

export interface ExternalIdView extends Dated {
  source: string
  externalId: string
  url: string | null
}

export interface ExternalLinkView extends Dated {
  source: string
  url: string
  externalId: string | null
}

export interface ExternalRatingView extends Dated {
  source: string
  rating: number
  votes: number | null
}
