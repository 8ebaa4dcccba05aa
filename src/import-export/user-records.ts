// What belongs to one person: the part of `ImportRecord` that names a `userId`.

export interface ProgressRecord {
  type: 'progress'
  userId: string
  bookId: string
  page: number | null
  /** What the other server counts the pages of this book as. */
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
  /** When it was is not known: the time is that of another of them. */
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
  type: 'wish'
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
  /** Of one of Lectern: apps know it by that. */
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

/** A series whose new releases somebody wants to hear of. */
export interface FollowRecord {
  type: 'follow'
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
  /** It may name a book or series, as its value may. */
  key: string
  value: unknown
  at: number | null
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
  /** What it may do, in our names. A key of another server without them may do what its owner could do there. */
  permissions?: string[] | null
  /** Of a key of Lectern: by what KOReader shows it. */
  syncHash?: string | null
}
