import type { makeForeignDatabase } from '../../../test/fixtures/make-foreign-database.ts'

export type Tables = Parameters<typeof makeForeignDatabase>[0]

/** Table → the type of record that each of its rows becomes. Tables with the same type count together. */
export type Accounts = Record<string, string>

export const kavita = {
  MangaFile: 'book',
  Series: 'series',
  AppUserProgresses: 'progress',
  AppUserRating: 'rating',
  AppUserBookmark: 'bookmark',
  AppUserWantToRead: 'wantToRead',
  ReadingList: 'readList',
  AppUserCollection: 'collection',
  CollectionTag: 'collection',
  AppUserSmartFilter: 'smart filter',
  AspNetUsers: 'user',
}
const kavitaBase = {
  Library: [{ Id: 1, Name: 'Manga', Type: 0 }],
  FolderPath: [{ Id: 1, Path: '/manga', LibraryId: 1 }],
  Volume: [{ Id: 20, SeriesId: 10 }],
  Chapter: [{ Id: 30, VolumeId: 20, Pages: 8 }],
  Series: [{ Id: 10, LibraryId: 1, Name: 'Aurora' }],
  SeriesMetadata: [{ Id: 100, SeriesId: 10, WriterLocked: 1 }],
  MangaFile: [{ Id: 40, ChapterId: 30, FilePath: '/manga/Aurora/a1.cbz', Pages: 8, Format: 1 }],
  ReadingList: [{ Id: 1, AppUserId: 1, Title: 'In order', Promoted: 0 }],
  ReadingListItem: [{ ReadingListId: 1, ChapterId: 30, Order: 0 }],
  AppUserRating: [{ AppUserId: 1, SeriesId: 10, Rating: 4, Review: '' }],
  AppUserBookmark: [{ AppUserId: 1, ChapterId: 30, Page: 2 }],
}
/** 0.7: local times only, collections without an owner, one role per person, the key in the account. */
export const kavitaOld: Tables = {
  ...kavitaBase,
  AppUserBookmark: [{ AppUserId: 1, ChapterId: 30, Page: 2, Created: '2022-03-03 10:00:00' }],
  AspNetUsers: [{ Id: 1, UserName: 'ada', PasswordHash: 'AQAAAAEAACcQAA==', ApiKey: 'old-key' }],
  AppUserProgresses: [
    { AppUserId: 1, ChapterId: 30, PagesRead: 3, Created: '2022-01-01 00:00:00', LastModified: '2022-02-02 10:00:00' },
  ],
  CollectionTag: [{ Id: 7, Title: 'Best', Summary: '' }],
  CollectionTagSeriesMetadata: [{ CollectionTagsId: 7, SeriesMetadatasId: 100 }],
  Person: [{ Id: 5, Name: 'Grace', Role: 3 }],
  PersonSeriesMetadata: [{ PeopleId: 5, SeriesMetadatasId: 100 }],
}
export const kavitaNew: Tables = {
  ...kavitaBase,
  AspNetUsers: [{ Id: 1, UserName: 'ada', PasswordHash: 'AQAAAAIAAYagAA==', IdentityProvider: 0 }],
  AppUserAuthKey: [
    { Id: 1, AppUserId: 1, Key: 'new-key', Name: 'App' },
    { Id: 2, AppUserId: 1, Key: 'seen-in-pages', Name: 'image-only' },
  ],
  AppUserProgresses: [
    {
      AppUserId: 1,
      ChapterId: 30,
      PagesRead: 3,
      TotalReads: 0,
      CreatedUtc: '2024-01-01 00:00:00',
      LastModifiedUtc: '2024-02-02 10:00:00',
    },
  ],
  AppUserCollection: [{ Id: 7, AppUserId: 1, Title: 'Best', Promoted: 0 }],
  AppUserCollectionSeries: [{ CollectionsId: 7, ItemsId: 10 }],
  AppUserWantToRead: [{ AppUserId: 1, SeriesId: 10 }],
  AppUserSmartFilter: [{ Name: 'Mine' }],
  Person: [{ Id: 5, Name: 'Grace' }],
  SeriesMetadataPeople: [{ SeriesMetadataId: 100, PersonId: 5, Role: 3, OrderWeight: 0 }],
}

export const codex = {
  books: 'book',
  series: 'series',
  users: 'user',
  read_progress: 'progress',
  read_completions: 'completion',
  user_series_ratings: 'rating',
  reading_sessions: 'session',
  want_to_read: 'wantToRead',
  read_lists: 'readList',
  collections: 'collection',
  filter_presets: 'filter',
}
export const codexOld: Tables = {
  seaql_migrations: [{ version: 'm20260101_000050' }],
  libraries: [
    { id: 'l', name: 'Comics', path: '/books', series_strategy: 'flat', series_config: '{"requireMetadata":true}' },
  ],
  users: [{ id: 'u', username: 'ada', password_hash: '$argon2id$v=19$m=1$x$y', role: 'admin', is_active: 1 }],
  series: [{ id: 's', library_id: 'l', name: 'Aurora', path: 'Aurora' }],
  books: [
    { id: 'b', series_id: 's', library_id: 'l', file_path: '/books/Aurora/1.cbz', file_size: 5, file_hash: 'AA' },
  ],
  read_progress: [{ user_id: 'u', book_id: 'b', current_page: 3, completed: 0, updated_at: '2026-01-02T00:00:00Z' }],
  user_series_ratings: [{ user_id: 'u', series_id: 's', rating: 80, notes: null, updated_at: '2026-01-02T00:00:00Z' }],
}
export const codexNew: Tables = {
  ...codexOld,
  seaql_migrations: [{ version: 'm20260801_000108' }],
  books: [{ id: 'b', series_id: 's', library_id: 'l', path: '/books/Aurora/1.cbz', file_size: 5, file_hash: 'AA' }],
  read_completions: [{ user_id: 'u', book_id: 'b', completed_at: '2026-01-01T00:00:00Z' }],
  reading_sessions: [
    { user_id: 'u', book_id: 'b', kind: 'progress', to_page: 3, client_ended_at: '2025-04-02T11:00:00Z' },
    { user_id: 'u', book_id: 'b', kind: 'reset', to_page: null, client_ended_at: '2025-04-03T11:00:00Z' },
  ],
  want_to_read: [{ user_id: 'u', series_id: 's', book_id: null, added_at: '2026-01-01T00:00:00Z', position: 0 }],
  collections: [{ id: 'c', name: 'Hand', condition: null, ordered: 1 }],
  collection_series: [{ collection_id: 'c', series_id: 's', position: 0 }],
  read_lists: [{ id: 'r', name: 'List', ordered: 1 }],
  read_list_books: [{ read_list_id: 'r', book_id: 'b', position: 0 }],
  filter_presets: [{ name: 'Mine' }],
}

export const stump = {
  media: 'book',
  series: 'series',
  users: 'user',
  reviews: 'rating',
  bookmarks: 'bookmark',
  media_annotations: 'annotation',
  media_annotation: 'annotation',
  finished_reading_sessions: 'completion',
  favorite_media: 'favourite',
  smart_lists: 'smart list',
  reading_lists: 'readList',
}
const stumpBase = {
  series: [{ id: 's1', library_id: 'l1', name: 'Aurora', path: '/books/Aurora' }],
  media: [{ id: 'm1', series_id: 's1', path: '/books/Aurora/1.cbz', size: 5, pages: 8, deleted_at: null }],
  users: [{ id: 'u1', username: 'ada', hashed_password: '$2b$12$abc', is_server_owner: 1, deleted_at: null }],
  finished_reading_sessions: [{ id: 'f', media_id: 'm1', user_id: 'u1', completed_at: 1_600_000_100_000 }],
  reviews: [{ id: 'v', media_id: 'm1', user_id: 'u1', rating: 4, content: 'nice' }],
  bookmarks: [{ id: 'k', media_id: 'm1', user_id: 'u1', page: 2 }],
  reading_lists: [{ id: 'r', name: 'List', visibility: 'PRIVATE', creating_user_id: 'u1' }],
  reading_list_items: [{ reading_list_id: 'r', media_id: 'm1', display_order: 0 }],
  smart_lists: [{ name: 'Smart' }],
}
export const stumpOld: Tables = {
  ...stumpBase,
  _prisma_migrations: [{ id: '1' }],
  libraries: [{ id: 'l1', name: 'Comics', path: '/books', library_options_id: 'o1' }],
  library_options: [{ id: 'o1', library_pattern: 'COLLECTION_BASED' }],
  reading_sessions: [
    { media_id: 'm1', user_id: 'u1', page: 3, started_at: 1_700_000_000_000, updated_at: 1_700_000_100_000 },
  ],
  media_annotations: [{ media_id: 'm1', user_id: 'u1', highlighted_text: 'marked', page: 2 }],
}
export const stumpNew: Tables = {
  ...stumpBase,
  seaql_migrations: [{ version: 'm20260101_000001' }],
  libraries: [{ id: 'l1', name: 'Comics', path: '/books', config_id: 7 }],
  library_configs: [{ id: 7, library_pattern: 'SERIES_BASED', default_reading_dir: 'RTL' }],
  reading_sessions: [
    {
      media_id: 'm1',
      user_id: 'u1',
      start_page: 1,
      end_page: 3,
      status: 'reading',
      created_at: '2025-01-01T00:00:00Z',
      updated_at: '2025-01-01T01:00:00Z',
    },
  ],
  media_annotation: [{ media_id: 'm1', user_id: 'u1', annotation_text: 'note', locator: '{"href":"c.xhtml"}' }],
  favorite_media: [{ media_id: 'm1' }],
}

export const calibre = {
  last_read_positions: 'progress',
  books_ratings_link: 'rating',
  annotations: 'annotation',
  data: 'book',
}
const calibreBase = {
  library_id: [{ id: 1, uuid: 'lib' }],
  data: [{ id: 1, book: 1, format: 'EPUB', name: 'First - Ada', uncompressed_size: 10 }],
  books_authors_link: [{ id: 1, book: 1, author: 1 }],
  authors: [{ id: 1, name: 'Ada' }],
  ratings: [{ id: 1, rating: 8 }],
  books_ratings_link: [{ id: 1, book: 1, rating: 1 }],
  last_read_positions: [
    { id: 1, book: 1, format: 'EPUB', user: 'ada', cfi: '/6/4', epoch: 1_700_000_000, pos_frac: 0.2 },
  ],
}
const calibreBook = { id: 1, uuid: 'u1', title: 'First', sort: 'First', path: 'Ada/First (1)', series_index: 1 }
export const calibre25: Tables = { ...calibreBase, books: [{ ...calibreBook, isbn: '', lccn: '', flags: 1 }] }
export const calibre27: Tables = {
  ...calibreBase,
  books: [calibreBook],
  books_pages_link: [{ book: 1, pages: 100 }],
  annotations: [
    {
      id: 1,
      book: 1,
      format: 'EPUB',
      user_type: 'local',
      user: 'viewer',
      timestamp: 1,
      annot_type: 'highlight',
      annot_data: '{"start_cfi":"/4","spine_index":0,"highlighted_text":"x"}',
    },
    {
      id: 2,
      book: 1,
      format: 'EPUB',
      user_type: 'local',
      user: 'viewer',
      timestamp: 1,
      annot_type: 'highlight',
      annot_data: 'not JSON',
    },
  ],
}

export const web = {
  user: 'user',
  shelf: 'readList',
  bookmark: 'bookmark',
  book_read_link: 'progress',
  remote_auth_token: 'key',
  magic_shelf: 'magic shelf',
  kobo_annotation_sync: 'annotation',
}
const webBase = {
  settings: [{ config_calibre_dir: '/calibre' }],
  book_read_link: [{ id: 1, book_id: 1, user_id: 1, read_status: 0 }],
  bookmark: [{ id: 1, user_id: 1, book_id: 1, format: 'CBZ', bookmark_key: '4' }],
}
/** 0.6.6: names are nicknames, a read flag with two values, shelves without UUIDs. */
export const webOld: Tables = {
  ...webBase,
  user: [{ id: 1, nickname: 'ada', email: 'a@example.org', role: 1, password: 'pbkdf2:sha256:150000$s$00' }],
  book_read_link: [{ id: 1, book_id: 1, user_id: 1, is_read: 1 }],
  shelf: [{ id: 1, name: 'Mine', is_public: 1, user_id: 1 }],
  book_shelf_link: [{ id: 1, book_id: 1, shelf: 1 }],
}
export const webNew: Tables = {
  ...webBase,
  user: [{ id: 1, name: 'ada', email: 'a@example.org', role: 1, password: 'scrypt:32768:8:1$s$00' }],
  shelf: [{ id: 1, uuid: 's1', name: 'Mine', is_public: 0, user_id: 1 }],
  book_shelf_link: [{ id: 1, book_id: 1, order: 1, shelf: 1 }],
  remote_auth_token: [
    { id: 1, user_id: 1, auth_token: 'a'.repeat(32), token_type: 1 },
    { id: 2, user_id: 1, auth_token: 'b'.repeat(32), token_type: 0 },
  ],
  magic_shelf: [{ name: 'Rules' }],
  kobo_annotation_sync: [{ id: 1, user_id: 1, book_id: 1, highlighted_text: 'marked' }],
}
