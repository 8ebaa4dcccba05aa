/** Where a plugin is offered, and which fields it may write. */
export const pluginScopes = [
  'series:detail',
  'series:bulk',
  'book:detail',
  'book:bulk',
  'library:detail',
  'library:scan',
] as const
const common = [
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
] as const
const ofBooks = [
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
export const pluginPermissions = [
  'metadata:read',
  'metadata:write:*',
  ...[...common, ...ofBooks].map((field) => `metadata:write:${field}` as const),
  'library:read',
] as const
export type PluginPermission = (typeof pluginPermissions)[number]
