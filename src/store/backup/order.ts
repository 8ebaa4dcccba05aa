import type { Tables } from '../tables.ts'

/**
 * Every table in the order in which rows can be put back (what is referred to first), with the columns that number
 * its rows. Search tables are left out: they are made anew from the rows. A test compares this with the schema.
 */
export const backupOrder = {
  user: ['id'],
  api_key: ['id'],
  session: ['id'],
  refresh_token: ['hash'],
  oidc_identity: ['provider', 'subject'],
  user_preference: ['user_id', 'name'],
  setting: ['name'],
  setting_history: ['id'],
  secret: ['name'],
  revision: ['scope'],
  library: ['id'],
  left_out: ['library_id', 'path'],
  class: ['id'],
  series: ['id'],
  book: ['id'],
  book_meta: ['book_id'],
  book_pages: ['book_id'],
  book_outline: ['book_id'],
  book_error: ['book_id', 'type'],
  genre: ['id'],
  tag: ['id'],
  series_genre: ['genre_id', 'series_id'],
  book_genre: ['genre_id', 'book_id'],
  series_tag: ['tag_id', 'series_id'],
  book_tag: ['tag_id', 'book_id'],
  person: ['id'],
  series_person: ['person_id', 'series_id', 'role'],
  book_person: ['person_id', 'book_id', 'role'],
  alternate_title: ['id'],
  series_external_id: ['id'],
  book_external_id: ['id'],
  series_external_link: ['id'],
  book_external_link: ['id'],
  series_external_rating: ['id'],
  cover: ['id'],
  sharing_tag: ['id'],
  series_sharing_tag: ['sharing_tag_id', 'series_id'],
  user_sharing_tag: ['user_id', 'sharing_tag_id'],
  user_library: ['user_id', 'library_id'],
  duplicate_group: ['id'],
  duplicate_book: ['group_id', 'book_id'],
  progress: ['user_id', 'book_id'],
  progress_place: ['user_id', 'book_id'],
  series_progress: ['user_id', 'series_id'],
  reading_session: ['id'],
  completion: ['id'],
  user_rating: ['id'],
  collection: ['id'],
  collection_series: ['collection_id', 'series_id'],
  read_list: ['id'],
  read_list_book: ['read_list_id', 'book_id'],
  shelf_cover: ['id'],
  want_to_read: ['id'],
  saved_filter: ['id'],
  bookmark: ['id'],
  annotation: ['id'],
  file_deed: ['id'],
  task: ['id'],
  schedule: ['name'],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>

/** Of the moment, or of a single machine: not worth keeping. */
export const notBackedUp = ['login_failure', 'oidc_flow', 'book_search', 'series_search'] as const

export type BackedUpTable = keyof typeof backupOrder
export const backedUpTables = Object.keys(backupOrder) as BackedUpTable[]
