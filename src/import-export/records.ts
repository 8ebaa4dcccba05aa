import {
  describeImportDetail,
  type ImportDetailName,
  type ImportRowName,
  importRowNameFields,
} from '../contract/import-details.ts'
import type { Role } from '../contract/permissions.ts'
import type { Reason } from '../contract/reasons.ts'
import type {
  AnnotationRecord,
  ApiKeyRecord,
  BookmarkRecord,
  CompletionRecord,
  FollowRecord,
  PreferenceRecord,
  ProgressRecord,
  RatingRecord,
  SavedFilterRecord,
  SessionRecord,
  WantToReadRecord,
} from './user-records.ts'

export const sourceKinds = ['komga', 'kavita', 'codex', 'calibre', 'calibre-web', 'stump', 'lectern'] as const
export type SourceKind = (typeof sourceKinds)[number]

/**
 * What every source is turned into before anything of it is used, and what an export consists of: one JSON object per line.
 * Ids are the source's own. Times are milliseconds since 1970, pages count from 1, percentages from 0 to 1, ratings from
 * 1 to 100. They come in the order of `recordTypes`, so that whatever a line refers to has been read before it.
 */
export type ImportRecord =
  | LibraryRecord
  | UserRecord
  | BookRecord
  | SeriesRecord
  | RelationRecord
  | CoverRecord
  | ListRecord
  | ProgressRecord
  | CompletionRecord
  | SessionRecord
  | RatingRecord
  | WantToReadRecord
  | BookmarkRecord
  | AnnotationRecord
  | FollowRecord
  | SavedFilterRecord
  | PreferenceRecord
  | ApiKeyRecord
  | SkippedRecord

export const recordTypes = [
  'library',
  'user',
  'book',
  'series',
  'relation',
  'collection',
  'readList',
  'cover',
  'progress',
  'completion',
  'session',
  'rating',
  'wish',
  'bookmark',
  'annotation',
  'follow',
  'filter',
  'preference',
  'key',
  'skipped',
] as const
export type RecordType = (typeof recordTypes)[number]

/** Of a source that does not tell people apart: whoever imports. */
export const IMPORTING_USER_ID = '*'

export interface SourceHeader {
  format: 'lectern-export'
  version: 1
  kind: SourceKind
  /** Of the program it comes from. */
  sourceVersion: string
  createdAt: string
}

export interface LibraryRecord {
  type: 'library'
  id: string
  name: string
  /** The folder on the other server. Several folders of one library are several records with the same id. */
  path: string
  /** What a library made here should begin with. */
  settings?: Record<string, unknown>
}

export interface UserRecord {
  type: 'user'
  id: string
  username: string
  email: string | null
  role: Role
  /** With its scheme in front (`catalog/access/imported-password.ts`). */
  passwordHash: string | null
  isActive: boolean
  allLibraries: boolean
  libraryIds: string[]
  ageLimit: number | null
  allowUnrated: boolean
  tagsOverrideAge?: boolean
  labels: { name: string; mode: 'allow' | 'deny' }[]
  /** What the person may not do although the role would allow it. */
  denied?: string[]
  /** What the person may do beyond the role. */
  permissions?: string[]
  identities?: { provider: string; subject: string }[]
  createdAt: number | null
}

export interface BookRecord {
  type: 'book'
  id: string
  libraryId: string | null
  seriesId: string | null
  /** The whole path on the other server, with slashes. */
  path: string
  size: number | null
  /** KOReader's partial MD5, in lower case. */
  syncHash: string | null
  /** SHA-256 of files that are at most 1 MiB. */
  sha256: string | null
  /** Of a file that is gone there; its progress may still count. */
  isDeleted?: boolean
  /** Kavita's chapter, which its addresses name instead of the file. */
  chapterId?: string | null
  /** What to take over: only what a person decided. Null clears. */
  metadata?: BookMetadataRecord
  series?: BookSeriesRecord | null
}

export interface BookMetadataRecord {
  fields: Record<string, unknown>
  tags?: string[]
  links?: ExternalLinkRecord[]
  externalIds?: ExternalIdRecord[]
}

/** The series a book belongs to by its database: files may not name it. */
export interface BookSeriesRecord {
  name: string
  number: string | null
  /** The files do not say it yet. Otherwise it counts where they name no series. */
  isNewer: boolean
}

export interface ExternalLinkRecord {
  label: string
  url: string
  externalId?: string | null
}

export interface ExternalIdRecord {
  source: string
  id: string
  url?: string | null
}

export interface SeriesRecord {
  type: 'series'
  id: string
  libraryId: string | null
  name: string
  /** The folder on the other server, where a series is one. */
  path: string | null
  metadata?: SeriesMetadataRecord
}

export interface SeriesMetadataRecord {
  fields: Record<string, unknown>
  genres?: string[]
  tags?: string[]
  labels?: string[]
  alternateTitles?: { label: string; title: string }[]
  links?: ExternalLinkRecord[]
  externalIds?: ExternalIdRecord[]
}

/** What one series is to another. */
export interface RelationRecord {
  type: 'relation'
  seriesId: string
  otherId: string
  /** What the other is to it. `none`: somebody removed what files or plugins say. */
  kind: string
  /** Null: a person. */
  source?: 'plugin' | null
}

export interface CoverRecord {
  type: 'cover'
  of: 'series' | 'book' | 'collection' | 'readList'
  id: string
  /** Base64. Null: the picture is missing in what was given. */
  data: string | null
}

export interface ListRecord {
  type: 'collection' | 'readList'
  id: string
  name: string
  summary: string | null
  isOrdered: boolean
  /** Null: shared with everybody. */
  ownerId: string | null
  /** Series of a collection, books of a read list. */
  memberIds: string[]
  /** Where the members follow from it: a condition of our API, with the ids of this archive. */
  condition?: Record<string, unknown> | null
}

/** A row that has no equivalent here, and why. */
export interface SkippedRecord {
  type: 'skipped'
  what: string
  name: string
  /** Of a row without a name: what says the same in other languages. */
  nameReason?: Reason | null
  /** In English. */
  reason: string
  /** What says the same in other languages; archives of earlier versions have none. */
  code?: string | null
  params?: Record<string, unknown> | null
  /** How many rows it speaks for, where they are not named one by one. */
  rows?: number
}

export const skippedRecord = (
  what: string,
  name: ImportRowName,
  why: ImportDetailName,
  filled: Record<string, string> = {},
): SkippedRecord => {
  const { detail, detailReason } = describeImportDetail(why, filled)
  return { type: 'skipped', what, ...importRowNameFields(name), reason: detail, ...detailReason }
}
