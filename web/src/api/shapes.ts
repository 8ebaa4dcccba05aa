/** The shapes of the API, by the names of its specification. */
export type ReadingDirection = 'ltr' | 'rtl' | 'ttb' | 'webtoon'
export type BookFormat = 'cbz' | 'cbr' | 'epub' | 'pdf'
export type SeriesStatus = 'ongoing' | 'ended' | 'hiatus' | 'abandoned' | 'unknown'
export type Role = 'reader' | 'maintainer' | 'admin'

export type Page<T> = {
  data: T[]
  page: number
  pageSize: number
  total: number
  totalPages: number
  links: { self: string; first: string; last: string; next: string | null; prev: string | null }
}

export type User = {
  id: string
  username: string
  email: string | null
  role: Role
  permissions: string[]
  effectivePermissions: string[]
}

export type Session = { accessToken: string; tokenType: string; expiresIn: number; refreshToken: string; user: User }

export type Library = {
  id: string
  name: string
  path: string
  description: string | null
  isActive: boolean
  seriesStrategy: SeriesStrategy
  seriesConfig: Record<string, unknown> | null
  bookStrategy: string
  bookConfig: Record<string, unknown> | null
  numberStrategy: string
  numberConfig: Record<string, unknown> | null
  scanningConfig: Record<string, unknown> | null
  lastScannedAt: string | null
  allowedFormats: string[] | null
  excludedPatterns: string | null
  defaultReadingDirection: ReadingDirection
  bookCount: number | null
  seriesCount: number | null
  createdAt: string
  updatedAt: string
}

export type SeriesStrategy =
  | 'series_volume'
  | 'series_volume_chapter'
  | 'flat'
  | 'publisher_hierarchy'
  | 'calibre'
  | 'custom'

export type ReadProgress = {
  id: string
  userId: string
  bookId: string
  currentPage: number
  progressPercentage: number | null
  completed: boolean
  startedAt: string
  updatedAt: string
  completedAt: string | null
}

export type Book = {
  id: string
  libraryId: string
  libraryName: string
  seriesId: string
  seriesName: string
  title: string
  titleSort: string | null
  number: number | null
  filePath: string
  fileFormat: BookFormat
  fileSize: number
  fileHash: string
  readerSyncHash: string | null
  pageCount: number
  analyzed: boolean
  analysisError: string | null
  deleted: boolean
  readingDirection: ReadingDirection | null
  readProgress: ReadProgress | null
  createdAt: string
  updatedAt: string
}

export type Author = { name: string; role: string; sortName?: string | null }

export type BookMetadata = {
  title: string | null
  number: string | null
  summary: string | null
  publisher: string | null
  imprint: string | null
  genre: string | null
  languageIso: string | null
  subtitle: string | null
  authors: Author[] | null
  translator: string | null
  edition: string | null
  originalTitle: string | null
  bookType: string | null
  year: number | null
  month: number | null
  day: number | null
  volume: number | null
  isbns: string[] | null
  genres: string[]
  tags: string[]
  releaseDate: string | null
  locks: Record<string, boolean>
  [more: string]: unknown
}

export type BookDetail = { book: Book; metadata: BookMetadata | null }
export type AdjacentBooks = { prev: Book | null; next: Book | null }

export type BookPage = {
  number: number
  fileName: string
  mediaType: string
  width: number | null
  height: number | null
  size: number
}

export type Series = {
  id: string
  libraryId: string
  libraryName: string
  title: string
  titleSort: string | null
  summary: string | null
  publisher: string | null
  year: number | null
  bookCount: number
  unreadCount: number | null
  path: string | null
  selectedCoverSource: string | null
  hasCustomCover: boolean | null
  createdAt: string
  updatedAt: string
}

export type SeriesLocks = Record<
  | 'ageRating'
  | 'alternateTitles'
  | 'authorsJsonLock'
  | 'cover'
  | 'customMetadata'
  | 'genres'
  | 'imprint'
  | 'language'
  | 'publisher'
  | 'readingDirection'
  | 'status'
  | 'summary'
  | 'tags'
  | 'title'
  | 'titleSort'
  | 'totalBookCount'
  | 'year',
  boolean
>

export type SeriesMetadata = {
  title: string
  titleSort: string | null
  summary: string | null
  publisher: string | null
  imprint: string | null
  status: SeriesStatus | null
  ageRating: number | null
  language: string | null
  readingDirection: ReadingDirection | null
  year: number | null
  totalBookCount: number | null
  authors: Author[] | null
  customMetadata: Record<string, unknown> | null
  locks: SeriesLocks
  createdAt: string
  updatedAt: string
}

export type Named = { id: string; name: string; seriesCount?: number | null }

export type FullSeries = {
  id: string
  libraryId: string
  libraryName: string
  bookCount: number
  unreadCount: number | null
  path: string | null
  selectedCoverSource: string | null
  hasCustomCover: boolean | null
  metadata: SeriesMetadata
  genres: Named[]
  tags: Named[]
  alternateTitles: { id: string; label: string; title: string }[]
  externalRatings: { sourceName: string; rating: number; voteCount: number | null }[]
  externalLinks: { sourceName: string; url: string }[]
  createdAt: string
  updatedAt: string
}

export type Cover = {
  id: string
  source: string
  isSelected: boolean
  width: number | null
  height: number | null
  createdAt: string
}

export type Rating = { rating: number; notes: string | null }
export type AlphabeticalGroup = { group: string; count: number }

export type Condition = { allOf: Condition[] } | { anyOf: Condition[] } | { [field: string]: Operator }
export type Operator =
  | { operator: string; value: string | number }
  | { operator: string; values: string[] }
  | { operator: string; min: number; max: number }
  | { operator: string }

export type ListRequest = { condition?: Condition; fullTextSearch?: string }

export type Collection = {
  id: string
  name: string
  summary: string | null
  ordered: boolean
  seriesCount: number
  createdAt: string
  updatedAt: string
}

export type ReadList = {
  id: string
  name: string
  summary: string | null
  ordered: boolean
  bookCount: number
  createdAt: string
  updatedAt: string
}

export type TaskStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'

export type Task = {
  id: string
  type: string
  status: TaskStatus
  priority: number
  libraryId: string | null
  seriesId: string | null
  bookId: string | null
  progress: { current: number; total: number; message: string | null } | null
  attempts: number
  maxAttempts: number
  error: string | null
  createdAt: string
  startedAt: string | null
  completedAt: string | null
}

export type ScanStatus = {
  status: TaskStatus
  taskId: string
  filesTotal: number
  filesProcessed: number
  booksAdded: number
  booksUpdated: number
  booksMoved: number
  booksDeleted: number
  errors: number
  startedAt: string | null
  completedAt: string | null
}

export type Preference = { key: string; value: unknown; valueType: string; updatedAt: string }

export type FolderEntry = { name: string; path: string; isDirectory: boolean; isReadable: boolean }
export type FolderListing = { currentPath: string; parentPath: string | null; entries: FolderEntry[] }
export type ScanPreview = {
  detectedSeries: { name: string; path: string | null; bookCount: number; sampleBooks: string[] }[]
  totalFiles: number
}
