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
  FontRecord,
  HideRecord,
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
 * The common format that every source is converted to, and that an export consists of: one JSON object per line. Ids
 * are the source's own. Times are milliseconds since 1970, pages count from 1, percentages are 0 to 1, ratings 1 to
 * 100. Records come in the order of `recordTypes`, so that everything a line refers to precedes it.
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
  | HideRecord
  | SavedFilterRecord
  | PreferenceRecord
  | FontRecord
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
  'wantToRead',
  'bookmark',
  'annotation',
  'follow',
  'hide',
  'filter',
  'preference',
  'font',
  'key',
  'skipped',
] as const
export type RecordType = (typeof recordTypes)[number]

/** For a source without user accounts: the user who imports. */
export const IMPORTING_USER_ID = '*'

export interface SourceHeader {
  format: 'lectern-export'
  version: 1
  kind: SourceKind
  /** Version of the source's program. */
  sourceVersion: string
  createdAt: string
}

export interface LibraryRecord {
  type: 'library'
  id: string
  name: string
  /** The folder on the other server. Several folders of one library are several records with the same id. */
  path: string
  /** Initial settings for a library that is created here. */
  settings?: Record<string, unknown>
}

export interface UserRecord {
  type: 'user'
  id: string
  username: string
  email: string | null
  role: Role
  /** With its scheme as a prefix (`catalog/access/imported-password.ts`). */
  passwordHash: string | null
  isActive: boolean
  allLibraries: boolean
  libraryIds: string[]
  ageLimit: number | null
  allowUnrated: boolean
  tagsOverrideAge?: boolean
  /** A name may be empty: the label is gone, but whoever was limited to it still is. */
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
  /** When it was added to the other server. */
  addedAt?: number | null
  /** The file was deleted there; its progress may still be useful. */
  isDeleted?: boolean
  /** Kavita's chapter, which its URLs contain instead of the file. */
  chapterId?: string | null
  /** Metadata to import: what a user set, and fields that may be empty here. Null clears a field. */
  metadata?: BookMetadataRecord
  series?: BookSeriesRecord | null
}

/** How fields are imported that nobody locked there. Genres, tags, links and alternate titles count as fields. */
interface UnlockedFields {
  /** They came from the files or from a metadata service: imported only where our files say nothing. */
  onlyWhereEmpty?: string[]
  /** Edited by an app made for Komga, which sees them as unlocked. */
  openLocks?: string[]
}

export interface BookMetadataRecord extends UnlockedFields {
  fields: Record<string, unknown>
  tags?: string[]
  links?: ExternalLinkRecord[]
  externalIds?: ExternalIdRecord[]
}

/** The book's series according to the database: the file may not contain it. */
export interface BookSeriesRecord {
  name: string
  number: string | null
  /** Newer than the files' metadata. Otherwise it is used only where a file names no series. */
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
  addedAt?: number | null
  metadata?: SeriesMetadataRecord
}

export interface SeriesMetadataRecord extends UnlockedFields {
  fields: Record<string, unknown>
  genres?: string[]
  tags?: string[]
  labels?: string[]
  alternateTitles?: { label: string; title: string }[]
  /** Nobody but a user may change them. */
  alternateTitlesLocked?: boolean
  links?: ExternalLinkRecord[]
  externalIds?: ExternalIdRecord[]
}

/** A relation between two series. */
export interface RelationRecord {
  type: 'relation'
  seriesId: string
  otherId: string
  /** What the other series is to this one. `none`: a user removed a relation from files or plugins. */
  kind: string
  /** Null: set by a user. */
  source?: 'plugin' | null
}

export interface CoverRecord {
  type: 'cover'
  of: 'series' | 'book' | 'collection' | 'readList'
  id: string
  /** Base64. Null: the source doesn't contain the picture. */
  data: string | null
  /** The cover's own id: Komf replaces the covers that it uploaded, and knows them by it. */
  coverId?: string | null
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
  /** For automatic lists: a condition of our API, with the ids of this archive. */
  condition?: Record<string, unknown> | null
  createdAt?: number | null
}

/** A row that has no equivalent here, and why. */
export interface SkippedRecord {
  type: 'skipped'
  what: string
  name: string
  /** For a row without a name: the code to translate `name` with. */
  nameReason?: Reason | null
  /** In English. */
  reason: string
  /** The code to translate `reason` with; missing in archives of earlier versions. */
  code?: string | null
  params?: Record<string, unknown> | null
  /** How many rows it represents, if they aren't listed individually. */
  rows?: number
  /** Nothing is lost: the scan reads it from the files. */
  isInFiles?: boolean
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
