import type { Generated } from 'kysely'
import type { Uid } from '../uid.ts'

/** Files on disk, and the data read from them. */
export interface CatalogueTables {
  library: LibraryTable
  excluded_file: ExcludedFileTable
  class: ClassTable
  series: SeriesTable
  book: BookTable
  book_meta: BookMetaTable
  book_pages: BookPagesTable
  book_outline: BookOutlineTable
  book_error: BookErrorTable
  book_text: BookTextTable
  book_text_state: BookTextStateTable
  duplicate_group: DuplicateGroupTable
  duplicate_book: DuplicateBookTable
}

interface LibraryTable {
  id: Generated<number>
  uid: Uid
  name: string
  sort_key: string
  path: string
  description: string | null
  allowed_formats: string
  excluded_patterns: Generated<string>
  default_reading_direction: Generated<string>
  series_strategy: string
  series_config: Generated<string>
  book_strategy: string
  book_config: Generated<string>
  number_strategy: string
  number_config: Generated<string>
  scanning: Generated<string>
  title_rules: Generated<string>
  text_search: Generated<number>
  /** `LibraryMetadataOptions` as JSON; missing options are off. */
  metadata_options: Generated<string>
  is_online: Generated<number>
  last_scanned_at: number | null
  created_at: number
  updated_at: number
}

interface ExcludedFileTable {
  library_id: number
  path: string
  created_at: number
}

interface ClassTable {
  id: Generated<number>
  library_id: number
  age_rating: Generated<number>
  sharing_tags: Generated<string>
  books: Generated<number>
  series: Generated<number>
}

interface SeriesTable {
  id: Generated<number>
  uid: Uid
  library_id: number
  class: number
  path: string
  folder_name: string
  title: string
  title_sort: string | null
  sort_key: string
  title_key: string
  summary: string | null
  publisher: string | null
  publisher_key: string | null
  imprint: string | null
  status: string | null
  age_rating: number | null
  language: string | null
  reading_direction: string | null
  year: number | null
  total_book_count: number | null
  authors: Generated<string>
  custom_metadata: string | null
  locks: Generated<string>
  /** JSON: the fields whose value came from files, and which change with them. */
  fields_from_files: Generated<string>
  is_oneshot: Generated<number>
  book_count: Generated<number>
  file_size: Generated<number>
  page_count: Generated<number>
  community_rating: number | null
  user_rating: number | null
  cover_id: number | null
  cover_version: Generated<number>
  cover_color: string | null
  cover_width: number | null
  cover_height: number | null
  last_book_at: number | null
  /** When a file of its books was added or replaced. */
  files_changed_at: Generated<number>
  /** When a scan found it, if `created_at` was imported. */
  first_seen_at: number | null
  /** The date added. */
  created_at: number
  updated_at: number
}

interface BookTable {
  id: Generated<number>
  uid: Uid
  series_id: number
  library_id: number
  class: number
  title: string
  title_sort: string | null
  sort_key: string
  number: number | null
  number_text: string | null
  volume: number | null
  chapter: number | null
  path: string
  file_name: string
  format: string
  container: Generated<string>
  file_size: number
  mtime: number
  inode: Generated<string>
  hash: Generated<string>
  sync_hash: string | null
  /** Of an encrypted file; sealed. */
  file_password: string | null
  name_hash: Generated<number>
  page_count: Generated<number>
  /** `pages`: images that can be sent one by one; otherwise `flow`. */
  layout: Generated<string>
  /** EPUB only: each document is a page of fixed size. */
  is_fixed_layout: Generated<number>
  year: number | null
  release_date: number | null
  language: string | null
  book_type: string | null
  /** The direction stored in the file; otherwise the series or the library decides. */
  reading_direction: string | null
  analyzed: Generated<number>
  analysis_error: string | null
  deleted_at: number | null
  cover_id: number | null
  cover_version: Generated<number>
  cover_color: string | null
  cover_width: number | null
  cover_height: number | null
  /** When its file was added or replaced. */
  file_changed_at: Generated<number>
  /** When a scan found it, if `created_at` was imported. */
  first_seen_at: number | null
  /** The date added. */
  created_at: number
  updated_at: number
}

interface BookMetaTable {
  book_id: number
  summary: string | null
  authors: Generated<string>
  facts: Generated<string>
  custom_metadata: string | null
  locks: Generated<string>
}

interface BookPagesTable {
  book_id: number
  pages: Uint8Array
}

interface BookOutlineTable {
  book_id: number
  outline: Uint8Array
}

interface BookErrorTable {
  book_id: number
  type: string
  message: string
  details: string | null
  occurred_at: number
}

interface BookTextTable {
  id: number
  book_id: number
  place: string
  body: Uint8Array
}

interface BookTextStateTable {
  book_id: number
  hash: string
  outcome: 'indexed' | 'failed'
  passages: number
  words: number
  bytes: number
  indexed_at: number
  /** Version of the list of common words whose pairs are indexed; 0: none. */
  common_pairs: Generated<number>
}

interface DuplicateGroupTable {
  id: Generated<number>
  uid: Uid
  hash: string
  created_at: number
  updated_at: number
}

interface DuplicateBookTable {
  group_id: number
  book_id: number
}
