import type { AuthorView, CoverView, FacetNameView } from '../book/view.ts'
import type { SeriesFields } from './series-fields.ts'

/** What a reader may know of a series: the joint between the store and every surface. Times are milliseconds. */
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
  /** Without deleted ones, like the sums that follow. */
  bookCount: number
  fileSize: number
  pageCount: number
  communityRating: number | null
  /** The mean of what people here gave it. */
  averageRating: number | null
  /** The viewer's: books finished, begun, and the last time. */
  readCount: number
  inProgressCount: number
  unreadCount: number
  lastReadAt: number | null
  cover: CoverView
  /** Where the chosen cover came from; null when it is that of the first book. */
  coverSource: string | null
  hasCustomCover: boolean
  lastBookAt: number | null
  /** When a file of its books came or was replaced. */
  filesChangedAt: number
  createdAt: number
  updatedAt: number
}

/** A series with everything its own page shows. */
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
