// Data of one user: the part of `ImportRecord` that has a `userId`.

export interface ProgressRecord {
  type: 'progress'
  userId: string
  bookId: string
  page: number | null
  /** The number of pages of this book according to the other server. */
  pageCount: number | null
  percentage: number | null
  isCompleted: boolean
  startedAt: number | null
  readAt: number | null
  completedAt: number | null
  /** A Readium locator. */
  locator?: Record<string, unknown> | null
  /** KOReader's pointer. */
  pointer?: string | null
  device?: string | null
}

export interface CompletionRecord {
  type: 'completion'
  userId: string
  bookId: string
  completedAt: number | null
  /** The time is unknown: `completedAt` is that of another completion. */
  isUndated?: boolean
}

export interface SessionRecord {
  type: 'session'
  userId: string
  bookId: string
  startedAt: number | null
  endedAt: number | null
  fromPage: number | null
  toPage: number | null
  device: string | null
}

export interface RatingRecord {
  type: 'rating'
  userId: string
  of: 'series' | 'book'
  id: string
  rating: number | null
  notes: string | null
  at: number | null
}

export interface WantToReadRecord {
  type: 'wantToRead'
  userId: string
  of: 'series' | 'book'
  id: string
  at: number | null
}

export interface BookmarkRecord {
  type: 'bookmark'
  userId: string
  bookId: string
  page: number | null
  locator: Record<string, unknown> | null
  note: string | null
  at: number | null
}

/** A highlight, or a note on a passage. */
export interface AnnotationRecord {
  type: 'annotation'
  /** Only for annotations from Lectern: apps use this id. */
  id?: string | null
  userId: string
  bookId: string
  page: number | null
  locator: Record<string, unknown> | null
  text: string | null
  note: string | null
  color: string | null
  style?: string | null
  at: number | null
}

/** A series whose new releases the user follows. */
export interface FollowRecord {
  type: 'follow'
  userId: string
  seriesId: string
  at: number | null
}

/** A series that the user has hidden from themselves. */
export interface HideRecord {
  type: 'hide'
  userId: string
  seriesId: string
  at: number | null
}

export interface SavedFilterRecord {
  type: 'filter'
  id: string
  userId: string
  name: string
  target: string
  /** As in the API, with the ids of this archive. */
  query: Record<string, unknown> | null
  isShared: boolean
  at: number | null
}

export interface PreferenceRecord {
  type: 'preference'
  userId: string
  /** May contain the id of a book or series, as may the value. */
  key: string
  value: unknown
  at: number | null
}

/** A font for reading. */
export interface FontRecord {
  type: 'font'
  /** Null: a font of the server, for everyone. */
  userId: string | null
  family: string
  /** Base64. Null: the source doesn't contain the file. */
  data: string | null
}

export const apiKeySchemes = ['lectern', 'sha512', 'codex', 'stump'] as const
export type ApiKeyScheme = (typeof apiKeySchemes)[number]

export interface ApiKeyRecord {
  type: 'key'
  id: string
  userId: string
  name: string
  /** How a presented key is looked up and checked (`catalog/access/imported-api-key.ts`). */
  scheme: ApiKeyScheme
  lookup: string
  /** Hexadecimal digits, or for `codex` an Argon2 text. */
  verifier: string
  createdAt: number | null
  expiresAt: number | null
  lastUsedAt: number | null
  /** Its permissions, in our terms. Without them, a key of another server may do what its owner could do there. */
  permissions?: string[] | null
  /** For a key from Lectern: the hash that KOReader sends. */
  syncHash?: string | null
  /** Set for a key that a Kobo has in its address. `listIds`: it gets only the books of these read lists. */
  kobo?: { listIds: string[] | null } | null
}
