/** Why a column contains no user data. */
type Why = 'found in the files' | 'counted from other rows' | 'of the program itself' | 'the same elsewhere'

type Columns = Readonly<Record<string, Partial<Record<Why, string>>>>

/**
 * Columns of tables we read that contain nothing to import, by table; `*` is every table. A column that is neither read
 * nor listed here is reported with its table, so that no data of a newer version is lost silently.
 * `known-schemas.test.ts` checks every known column.
 */
export const ignoredColumns = {
  komga: {
    '*': { 'of the program itself': 'CREATED_DATE LAST_MODIFIED_DATE DELETED_DATE' },
    flyway_schema_history: {
      'of the program itself':
        'installed_rank description type script checksum installed_by installed_on execution_time success',
    },
    LIBRARY: {
      'found in the files': 'UNAVAILABLE_DATE',
      'of the program itself':
        'IMPORT_COMICINFO_BOOK IMPORT_EPUB_BOOK IMPORT_EPUB_SERIES IMPORT_MYLAR_SERIES IMPORT_BARCODE_ISBN HASH_FILES HASH_KOREADER ANALYZE_DIMENSIONS SCAN_FORCE_MODIFIED_TIME SCAN_DEEP',
    },
    SERIES: { 'found in the files': 'FILE_LAST_MODIFIED ONESHOT', 'counted from other rows': 'BOOK_COUNT' },
    SERIES_METADATA: { 'the same elsewhere': 'SHARING_LABELS_LOCK' },
    BOOK: { 'found in the files': 'FILE_LAST_MODIFIED FILE_HASH NUMBER ONESHOT' },
    MEDIA: {
      'found in the files':
        'MEDIA_TYPE STATUS COMMENT EXTENSION_CLASS EXTENSION_VALUE EXTENSION_VALUE_BLOB EPUB_DIVINA_COMPATIBLE EPUB_IS_KEPUB',
    },
    READ_PROGRESS: { 'the same elsewhere': 'device_id' },
    COLLECTION: { 'counted from other rows': 'SERIES_COUNT' },
    READLIST: { 'counted from other rows': 'BOOK_COUNT' },
    THUMBNAIL_SERIES: { 'found in the files': 'ID URL MEDIA_TYPE FILE_SIZE WIDTH HEIGHT' },
    THUMBNAIL_BOOK: { 'found in the files': 'ID URL MEDIA_TYPE FILE_SIZE WIDTH HEIGHT' },
    THUMBNAIL_COLLECTION: { 'found in the files': 'ID MEDIA_TYPE FILE_SIZE WIDTH HEIGHT' },
    THUMBNAIL_READLIST: { 'found in the files': 'ID MEDIA_TYPE FILE_SIZE WIDTH HEIGHT' },
  },
  kavita: {
    '*': {
      'of the program itself': 'Created CreatedUtc LastModified LastModifiedUtc RowVersion PrimaryColor SecondaryColor',
      'the same elsewhere': 'NormalizedName NormalizedTitle NormalizedLocalizedName',
      'counted from other rows': 'WordCount MinHoursToRead MaxHoursToRead AvgHoursToRead',
    },
    __EFMigrationsHistory: { 'of the program itself': 'ProductVersion' },
    Library: {
      'found in the files': 'CoverImage LastScanned',
      'of the program itself':
        'FolderWatching IncludeInDashboard IncludeInRecommended IncludeInSearch ManageCollections ManageReadingLists AllowScrobbling AllowMetadataMatching EnableMetadata RemovePrefixForSortName InheritWebLinksFromFirstChapter DefaultLanguage',
    },
    FolderPath: { 'of the program itself': 'Id LastScanned' },
    Series: {
      'found in the files':
        'OriginalName Format LowestFolderPath CoverImage Pages LastChapterAdded LastChapterAddedUtc LastFolderScanned LastFolderScannedUtc LocalizedNameLocked',
      'of the program itself': 'IsBlacklisted DontMatch',
    },
    SeriesMetadata: { 'found in the files': 'MaxCount', 'of the program itself': 'KPlusOverrides' },
    Volume: { 'found in the files': 'Name LookupName Number MinNumber MaxNumber Pages' },
    Chapter: {
      'found in the files':
        'Range Number MinNumber MaxNumber SortOrder IsSpecial Title Count TotalCount SeriesGroup StoryArc StoryArcNumber AlternateSeries AlternateNumber AlternateCount AgeRating WebLinks AverageExternalRating',
      'of the program itself': 'KPlusOverrides',
    },
    MangaFile: { 'found in the files': 'FileName Extension LastFileAnalysis LastFileAnalysisUtc' },
    Person: { 'the same elsewhere': 'Aliases' },
    Genre: { 'the same elsewhere': 'ExternalTag' },
    Tag: { 'the same elsewhere': 'ExternalTag' },
    SeriesMetadataPeople: { 'of the program itself': 'KavitaPlusConnection' },
    ChapterPeople: { 'of the program itself': 'KavitaPlusConnection' },
    AspNetUsers: {
      'of the program itself':
        'NormalizedUserName NormalizedEmail EmailConfirmed SecurityStamp ConcurrencyStamp PhoneNumber PhoneNumberConfirmed TwoFactorEnabled LockoutEnabled AccessFailedCount LastActive LastActiveUtc ConfirmationToken HasRunScrobbleEventGeneration ScrobbleEventGenerationRan',
    },
    AspNetRoles: { 'of the program itself': 'NormalizedName ConcurrencyStamp' },
    AppUserProgresses: { 'the same elsewhere': 'Id VolumeId SeriesId LibraryId' },
    AppUserBookmark: { 'the same elsewhere': 'Id VolumeId SeriesId FileName ImageOffset ChapterTitle' },
    AppUserTableOfContent: { 'the same elsewhere': 'Id VolumeId SeriesId LibraryId ChapterTitle' },
    AppUserAnnotation: {
      'the same elsewhere':
        'Id VolumeId SeriesId LibraryId ChapterTitle HighlightCount CommentHtml SelectionEndIndex Highlight',
    },
    AppUserRating: { 'the same elsewhere': 'Id' },
    AppUserChapterRating: { 'the same elsewhere': 'Id SeriesId' },
    AppUserWantToRead: { 'the same elsewhere': 'Id' },
    AppUserReadingSession: {
      'the same elsewhere': 'StartTime StartTimeUtc EndTime EndTimeUtc IsActive',
    },
    AppUserReadingSessionActivityData: {
      'the same elsewhere':
        'Id VolumeId SeriesId LibraryId StartTime EndTime PagesRead WordsRead TotalPages TotalWords Format StartBookScrollId EndBookScrollId',
      'of the program itself': 'ClientInfo DeviceIds',
    },
    AppUserCollection: {
      'found in the files': 'AgeRating',
      'of the program itself': 'Source SourceUrl LastSyncUtc MissingSeriesFromSource TotalSourceCount',
    },
    ReadingList: { 'found in the files': 'AgeRating', 'of the program itself': 'Source SourceUrl' },
    ReadingListItem: { 'the same elsewhere': 'Id SeriesId VolumeId' },
    AppUserAuthKey: { 'of the program itself': 'Provider' },
    AppUserSmartFilter: { 'the same elsewhere': 'Id AppUserId Filter' },
    SeriesRelation: { 'the same elsewhere': 'Id' },
  },
  codex: {
    '*': { 'of the program itself': 'created_at updated_at', 'the same elsewhere': 'normalized_name' },
    seaql_migrations: { 'of the program itself': 'applied_at' },
    libraries: {
      'of the program itself': 'last_scanned_at thumbnail_generation_cron_schedule auto_match_conditions',
    },
    users: { 'of the program itself': 'last_login_at email_verified' },
    user_sharing_tags: { 'the same elsewhere': 'id' },
    user_access_groups: { 'of the program itself': 'source' },
    oidc_connections: { 'of the program itself': 'id email display_name groups last_used_at' },
    series: { 'found in the files': 'fingerprint' },
    series_metadata: {
      'the same elsewhere':
        'cover_lock alternate_titles_lock genres_lock tags_lock authors_json_lock custom_metadata_lock',
    },
    books: {
      'found in the files':
        'file_name partial_hash format modified_at analyzed analysis_error analysis_errors analyzed_at thumbnail_path thumbnail_generated_at epub_positions epub_spine_items',
    },
    book_metadata: {
      'found in the files': 'format_detail format series_group story_arc characters teams locations notes',
      'the same elsewhere': 'id cover_lock',
    },
    read_progress: { 'the same elsewhere': 'id' },
    read_completions: { 'the same elsewhere': 'id' },
    reading_sessions: {
      'the same elsewhere': 'id device_id pass to_percentage from_percentage r2_progression series_id library_id',
      'of the program itself': 'duration_source server_recorded_at client_session_id',
    },
    user_series_ratings: { 'the same elsewhere': 'id' },
    want_to_read: { 'the same elsewhere': 'id' },
    series_covers: { 'found in the files': 'id width height file_size mime_type hash' },
    book_covers: { 'found in the files': 'id width height file_size mime_type hash' },
    filter_presets: { 'the same elsewhere': 'id user_id library_id scope target condition query sort' },
    user_preferences: { 'the same elsewhere': 'id user_id value value_type' },
    series_external_ids: { 'the same elsewhere': 'id metadata_hash last_synced_at' },
    series_external_links: { 'the same elsewhere': 'id' },
    book_external_ids: { 'the same elsewhere': 'id metadata_hash last_synced_at' },
    book_external_links: { 'the same elsewhere': 'id' },
    series_alternate_titles: { 'the same elsewhere': 'id' },
  },
  stump: {
    '*': { 'of the program itself': 'created_at updated_at deleted_at', 'the same elsewhere': 'id' },
    seaql_migrations: { 'of the program itself': 'applied_at' },
    libraries: {
      'of the program itself':
        'status last_scanned_at last_scanned job_schedule_config_id thumbnail_path thumbnail_meta',
    },
    library_configs: {
      'of the program itself':
        'convert_rar_to_zip hard_delete_conversions generate_file_hashes generate_koreader_hashes process_metadata watch thumbnail_config default_reading_mode default_reading_image_scale_fit process_thumbnail_colors default_library_view_mode hide_series_view',
    },
    library_options: {
      'of the program itself':
        'convert_rar_to_zip hard_delete_conversions generate_file_hashes generate_koreader_hashes process_metadata watch thumbnail_config default_reading_mode default_reading_image_scale_fit',
    },
    users: {
      'of the program itself': 'last_login user_preferences_id',
    },
    age_restrictions: { 'the same elsewhere': 'id' },
    series: { 'found in the files': 'status description thumbnail_path thumbnail_meta' },
    media: {
      'found in the files':
        'name extension hash status modified_at thumbnail_path thumbnail_meta koreader_hash_algorithm',
    },
    reading_lists: { 'of the program itself': 'ordering' },
    reading_list_items: { 'the same elsewhere': 'id' },
    reading_sessions: {
      'the same elsewhere': 'id start_locator start_percentage session_date device_ids device_id',
    },
    finished_reading_sessions: { 'the same elsewhere': 'id device_id' },
    reviews: { 'the same elsewhere': 'id' },
    read_progresses: { 'the same elsewhere': 'id' },
    bookmarks: { 'the same elsewhere': 'id session_id' },
    media_annotations: { 'the same elsewhere': 'id highlighted_text_context session_id' },
    media_annotation: { 'the same elsewhere': 'id' },
    smart_lists: { 'the same elsewhere': 'id filters joiner default_grouping visibility creator_id description' },
    favorite_media: { 'the same elsewhere': 'user_id favorited_at' },
    favorite_series: { 'the same elsewhere': 'user_id favorited_at' },
    favorite_library: { 'the same elsewhere': 'user_id favorited_at' },
  },
  calibre: {
    '*': { 'the same elsewhere': 'id item_order sort' },
    books: {
      'found in the files': 'pubdate series_index author_sort isbn lccn flags has_cover last_modified title',
    },
    annotations: { 'the same elsewhere': 'annot_id searchable_text' },
    custom_columns: { 'of the program itself': 'editable mark_for_delete' },
    preferences: { 'the same elsewhere': 'val' },
  },
  'calibre-web': {
    '*': { 'the same elsewhere': 'id uuid' },
    settings: { 'of the program itself': '*' },
    user: { 'of the program itself': 'locale sidebar_view theme view_settings random_books' },
    shelf: { 'of the program itself': 'last_modified' },
    book_shelf_link: { 'the same elsewhere': 'ub_shelf' },
    archived_book: { 'the same elsewhere': 'user_id last_modified' },
    kobo_reading_state: { 'of the program itself': 'priority_timestamp' },
    kobo_bookmark: { 'of the program itself': 'last_modified location_type' },
    kobo_annotation_sync: { 'the same elsewhere': '*' },
    magic_shelf: { 'the same elsewhere': '*' },
    remote_auth_token: { 'of the program itself': 'verified' },
  },
} as const satisfies Record<string, Columns>

export function isIgnoredColumn(kind: keyof typeof ignoredColumns, table: string, column: string): boolean {
  const ofTable = namesOf(kind, table)
  return ofTable.has('*') || ofTable.has(column.toLowerCase()) || namesOf(kind, '*').has(column.toLowerCase())
}

const namesCache = new Map<string, ReadonlySet<string>>()

function namesOf(kind: keyof typeof ignoredColumns, table: string): ReadonlySet<string> {
  const key = `${kind} ${table.toLowerCase()}`
  const cached = namesCache.get(key)
  if (cached) return cached
  const columns: Columns = ignoredColumns[kind]
  const [, why = {}] = Object.entries(columns).find(([name]) => name.toLowerCase() === table.toLowerCase()) ?? []
  const names = new Set(Object.values(why).flatMap((text) => text.toLowerCase().split(/\s+/)))
  namesCache.set(key, names)
  return names
}
