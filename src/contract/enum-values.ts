// Lists of names that the server and the web interface share. This file imports nothing, so that the web can load it
// without the schemas; from the rest of the contract it imports only types.

/** A closed list: a new feature uses these and adds none. */
export const permissions = [
  'LibrariesRead',
  'LibrariesWrite',
  'LibrariesDelete',
  'SeriesRead',
  'SeriesWrite',
  'SeriesDelete',
  'BooksRead',
  'BooksWrite',
  'BooksDelete',
  'PagesRead',
  'ProgressRead',
  'ProgressWrite',
  'UsersRead',
  'UsersWrite',
  'UsersDelete',
  'ApiKeysRead',
  'ApiKeysWrite',
  'TasksRead',
  'TasksWrite',
  'PluginsManage',
  'SystemAdmin',
] as const

export const readerPermissions: readonly (typeof permissions)[number][] = [
  'LibrariesRead',
  'SeriesRead',
  'BooksRead',
  'PagesRead',
  'ProgressRead',
  'ProgressWrite',
  'ApiKeysRead',
  'ApiKeysWrite',
]

export const maintainerPermissions: readonly (typeof permissions)[number][] = [
  ...readerPermissions,
  'LibrariesWrite',
  'SeriesWrite',
  'SeriesDelete',
  'BooksWrite',
  'BooksDelete',
  'TasksRead',
  'TasksWrite',
]

/** How one series relates to another. */
export const relationKinds = [
  'sequel',
  'prequel',
  'main_story',
  'side_story',
  'spin_off',
  'original',
  'adaptation',
  'same_universe',
] as const

/** Fields that a plugin may be allowed to write. */
export const pluginWriteFields = [
  'title',
  'summary',
  'genres',
  'tags',
  'covers',
  'ratings',
  'links',
  'external_ids',
  'year',
  'status',
  'publisher',
  'age_rating',
  'language',
  'reading_direction',
  'total_volume_count',
  'total_chapter_count',
  'authors',
  'book_type',
  'subtitle',
  'translator',
  'edition',
  'original_title',
  'original_year',
  'series_position',
  'subjects',
  'awards',
  'isbn',
  'volume',
  'chapter',
  'custom_metadata',
] as const

/** Actions that can be denied to an account although its permissions allow them. */
export const deniableActions = ['page_streaming', 'file_download', 'koreader_sync'] as const

/** What has its own page that lists everything with it. */
export const facetKinds = [
  'person',
  'publisher',
  'imprint',
  'genre',
  'tag',
  'story_arc',
  'character',
  'team',
  'location',
] as const
