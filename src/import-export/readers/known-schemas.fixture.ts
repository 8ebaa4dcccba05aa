import type { ignoredColumns } from './ignored-columns.ts'

/** Table → its columns, as the programs make them. */
type Schema = Readonly<Record<string, string>>

const locked = (names: string, suffix: string) =>
  names
    .split(' ')
    .flatMap((name) => [name, `${name}${suffix}`])
    .join(' ')
const dates = 'CREATED_DATE LAST_MODIFIED_DATE'
const times = 'Created CreatedUtc LastModified LastModifiedUtc'
const roles =
  'WriterLocked PencillerLocked InkerLocked ColoristLocked LettererLocked CoverArtistLocked EditorLocked TranslatorLocked PublisherLocked ImprintLocked CharacterLocked TeamLocked LocationLocked'
const hours = 'WordCount MinHoursToRead MaxHoursToRead AvgHoursToRead'
const cover = 'CoverImage CoverImageLocked PrimaryColor SecondaryColor'
const siteIds = 'AniListId MalId HardcoverId MangaBakaId MetronId ComicVineId CbrId'
const thumbnail = `ID THUMBNAIL SELECTED TYPE MEDIA_TYPE FILE_SIZE WIDTH HEIGHT ${dates}`

export const knownSchemas = {
  komga: {
    flyway_schema_history:
      'installed_rank version description type script checksum installed_by installed_on execution_time success',
    LIBRARY: `ID NAME ROOT ${dates} IMPORT_COMICINFO_BOOK IMPORT_COMICINFO_SERIES IMPORT_COMICINFO_COLLECTION IMPORT_COMICINFO_READLIST IMPORT_COMICINFO_SERIES_APPEND_VOLUME IMPORT_EPUB_BOOK IMPORT_EPUB_SERIES IMPORT_MYLAR_SERIES IMPORT_LOCAL_ARTWORK IMPORT_BARCODE_ISBN SCAN_FORCE_MODIFIED_TIME SCAN_STARTUP SCAN_INTERVAL SCAN_CBX SCAN_PDF SCAN_EPUB REPAIR_EXTENSIONS CONVERT_TO_CBZ EMPTY_TRASH_AFTER_SCAN SERIES_COVER UNAVAILABLE_DATE HASH_FILES HASH_PAGES HASH_KOREADER ANALYZE_DIMENSIONS ONESHOTS_DIRECTORY`,
    LIBRARY_EXCLUSIONS: 'LIBRARY_ID EXCLUSION',
    USER: `ID EMAIL PASSWORD SHARED_ALL_LIBRARIES AGE_RESTRICTION AGE_RESTRICTION_ALLOW_ONLY ${dates}`,
    USER_ROLE: 'USER_ID ROLE',
    USER_LIBRARY_SHARING: 'USER_ID LIBRARY_ID',
    USER_SHARING: 'USER_ID LABEL ALLOW',
    USER_API_KEY: `ID USER_ID API_KEY COMMENT ${dates}`,
    SERIES: `ID LIBRARY_ID NAME URL FILE_LAST_MODIFIED BOOK_COUNT DELETED_DATE ONESHOT ${dates}`,
    SERIES_METADATA: `SERIES_ID ${locked('TITLE TITLE_SORT SUMMARY STATUS PUBLISHER READING_DIRECTION AGE_RATING LANGUAGE TOTAL_BOOK_COUNT', '_LOCK')} GENRES_LOCK TAGS_LOCK SHARING_LABELS_LOCK LINKS_LOCK ALTERNATE_TITLES_LOCK ${dates}`,
    SERIES_METADATA_GENRE: 'SERIES_ID GENRE',
    SERIES_METADATA_TAG: 'SERIES_ID TAG',
    SERIES_METADATA_SHARING: 'SERIES_ID LABEL',
    SERIES_METADATA_LINK: 'SERIES_ID LABEL URL',
    SERIES_METADATA_ALTERNATE_TITLE: 'SERIES_ID LABEL TITLE',
    BOOK: `ID SERIES_ID LIBRARY_ID NAME URL FILE_LAST_MODIFIED FILE_SIZE FILE_HASH FILE_HASH_KOREADER NUMBER DELETED_DATE ONESHOT ${dates}`,
    BOOK_METADATA: `BOOK_ID ${locked('TITLE NUMBER NUMBER_SORT SUMMARY RELEASE_DATE ISBN', '_LOCK')} AUTHORS_LOCK TAGS_LOCK LINKS_LOCK ${dates}`,
    BOOK_METADATA_AUTHOR: 'BOOK_ID NAME ROLE',
    BOOK_METADATA_TAG: 'BOOK_ID TAG',
    BOOK_METADATA_LINK: 'BOOK_ID LABEL URL',
    MEDIA: `BOOK_ID MEDIA_TYPE STATUS COMMENT PAGE_COUNT EXTENSION_CLASS EXTENSION_VALUE_BLOB EPUB_DIVINA_COMPATIBLE EPUB_IS_KEPUB ${dates}`,
    MEDIA_PAGE: 'BOOK_ID NUMBER FILE_NAME',
    READ_PROGRESS: `BOOK_ID USER_ID PAGE COMPLETED READ_DATE device_id device_name locator ${dates}`,
    READ_PROGRESS_SERIES: 'SERIES_ID USER_ID READ_COUNT',
    COLLECTION: `ID NAME ORDERED SERIES_COUNT ${dates}`,
    COLLECTION_SERIES: 'COLLECTION_ID SERIES_ID NUMBER',
    READLIST: `ID NAME SUMMARY ORDERED BOOK_COUNT ${dates}`,
    READLIST_BOOK: 'READLIST_ID BOOK_ID NUMBER',
    THUMBNAIL_SERIES: `SERIES_ID URL ${thumbnail}`,
    THUMBNAIL_BOOK: `BOOK_ID URL ${thumbnail}`,
    THUMBNAIL_COLLECTION: `COLLECTION_ID ${thumbnail}`,
    THUMBNAIL_READLIST: `READLIST_ID ${thumbnail}`,
    PAGE_HASH: `HASH SIZE ACTION DELETE_COUNT ${dates}`,
    CLIENT_SETTINGS_USER: 'USER_ID KEY VALUE',
    HISTORICAL_EVENT: 'ID TYPE TIMESTAMP',
    SYNC_POINT: 'ID USER_ID',
  },
  kavita: {
    __EFMigrationsHistory: 'MigrationId ProductVersion',
    Library: `Id Name Type CoverImage LastScanned FolderWatching IncludeInDashboard IncludeInSearch ManageCollections ManageReadingLists AllowScrobbling ${times}`,
    FolderPath: 'Id Path LibraryId LastScanned',
    LibraryExcludePattern: 'Id Pattern LibraryId',
    Series: `Id LibraryId Name OriginalName SortName SortNameLocked LocalizedName LocalizedNameLocked NormalizedName NormalizedLocalizedName Format FolderPath LowestFolderPath Pages LastChapterAdded LastFolderScanned IsBlacklisted DontMatch ${cover} ${siteIds} ${hours} ${times}`,
    SeriesMetadata: `Id SeriesId ${locked('Summary AgeRating PublicationStatus ReleaseYear Language TotalCount WebLinks', 'Locked')} MaxCount KPlusOverrides GenresLocked TagsLocked RowVersion ${roles}`,
    Volume: `Id SeriesId Name LookupName MinNumber MaxNumber Pages ${cover} ${hours} ${times}`,
    Chapter: `Id VolumeId Range Number MinNumber MaxNumber Title IsSpecial Pages Count TotalCount SeriesGroup StoryArc StoryArcNumber AlternateSeries AlternateNumber AlternateCount WebLinks AverageExternalRating ${locked('TitleName Summary ReleaseDate ISBN Language SortOrder AgeRating', 'Locked')} GenresLocked TagsLocked ${roles} ${cover} ${hours} ${times}`,
    MangaFile: `Id ChapterId FilePath FileName Extension Bytes Pages Format KoreaderHash LastFileAnalysis ${times}`,
    Genre: 'Id Title NormalizedTitle',
    Tag: 'Id Title NormalizedTitle',
    GenreSeriesMetadata: 'GenresId SeriesMetadatasId',
    SeriesMetadataTag: 'SeriesMetadatasId TagsId',
    ChapterGenre: 'ChaptersId GenresId',
    ChapterTag: 'ChaptersId TagsId',
    Person: `Id Name NormalizedName Description Asin AniListId MalId HardcoverId ${cover}`,
    PersonAlias: 'Id Alias PersonId',
    SeriesMetadataPeople: 'SeriesMetadataId PersonId Role OrderWeight KavitaPlusConnection',
    ChapterPeople: 'ChapterId PersonId Role OrderWeight KavitaPlusConnection',
    AspNetUsers: `Id UserName NormalizedUserName Email NormalizedEmail PasswordHash AgeRestriction AgeRestrictionIncludeUnknowns OidcId IdentityProvider ApiKey LockoutEnd LastActive SecurityStamp AniListAccessToken ${times}`,
    AspNetRoles: 'Id Name NormalizedName ConcurrencyStamp',
    AspNetUserRoles: 'UserId RoleId',
    AppUserLibrary: 'AppUsersId LibrariesId',
    AppUserAuthKey: 'Id AppUserId Key Name Provider CreatedAtUtc ExpiresAtUtc LastAccessedAtUtc',
    AppUserProgresses: `Id AppUserId ChapterId VolumeId SeriesId LibraryId PagesRead BookScrollId TotalReads ${times}`,
    AppUserReadingSession: `Id AppUserId StartTime StartTimeUtc EndTime EndTimeUtc IsActive ${times}`,
    AppUserReadingSessionActivityData:
      'Id AppUserReadingSessionId ChapterId VolumeId SeriesId LibraryId StartPage EndPage StartTimeUtc EndTimeUtc PagesRead WordsRead',
    AppUserRating: `Id AppUserId SeriesId Rating HasBeenRated Review Tagline ${times}`,
    AppUserChapterRating: `Id AppUserId ChapterId SeriesId Rating HasBeenRated Review ${times}`,
    AppUserBookmark: `Id AppUserId ChapterId VolumeId SeriesId Page FileName XPath ImageOffset ${times}`,
    AppUserTableOfContent: `Id AppUserId ChapterId PageNumber Title BookScrollId SelectedText ${times}`,
    AppUserAnnotation: `Id AppUserId ChapterId PageNumber XPath EndingXPath SelectedText Comment CommentHtml CommentPlainText Context SelectedSlotIndex HighlightCount ContainsSpoiler ${times}`,
    AppUserCollection: `Id AppUserId Title NormalizedTitle Summary Promoted AgeRating Source ${cover} ${times}`,
    AppUserCollectionSeries: 'CollectionsId ItemsId',
    ReadingList: `Id AppUserId Title NormalizedTitle Summary Promoted AgeRating StartingYear StartingMonth EndingYear EndingMonth ${cover} ${times}`,
    ReadingListItem: 'Id ReadingListId ChapterId SeriesId VolumeId Order',
    AppUserWantToRead: `Id AppUserId SeriesId ${times}`,
    AppUserOnDeckRemoval: 'Id AppUserId SeriesId',
    AppUserSmartFilter: 'Id AppUserId Name Filter',
    SeriesRelation: 'Id SeriesId TargetSeriesId RelationKind',
    ServerSetting: 'Key Value',
  },
  codex: {
    seaql_migrations: 'version applied_at',
    libraries:
      'id name path series_strategy series_config book_strategy book_config number_strategy number_config scanning_config default_reading_direction allowed_formats excluded_patterns title_preprocessing_rules last_scanned_at created_at updated_at',
    users: 'id username email password_hash role is_active permissions last_login_at created_at updated_at',
    sharing_tags: 'id name normalized_name description',
    user_sharing_tags: 'user_id sharing_tag_id access_mode',
    access_group_sharing_tags: 'access_group_id sharing_tag_id access_mode',
    user_access_groups: 'user_id access_group_id source',
    oidc_connections: 'id user_id provider_name subject email display_name groups last_used_at',
    series: 'id library_id name path fingerprint created_at updated_at',
    series_metadata: `series_id ${locked('title title_sort summary publisher imprint status age_rating language reading_direction year total_volume_count total_chapter_count custom_metadata authors_json', '_lock')} genres_lock tags_lock cover_lock alternate_titles_lock created_at updated_at`,
    genres: 'id name normalized_name',
    tags: 'id name normalized_name',
    series_genres: 'series_id genre_id',
    series_tags: 'series_id tag_id',
    series_sharing_tags: 'series_id sharing_tag_id',
    series_alternate_titles: 'id series_id label title created_at updated_at',
    series_external_ids: 'id series_id source external_id external_url',
    series_external_links: 'id series_id source_name url external_id',
    series_external_ratings: 'id series_id source_name rating',
    books:
      'id series_id library_id path file_name file_size file_hash partial_hash koreader_hash format page_count deleted analyzed created_at updated_at',
    book_metadata: `id book_id ${locked('title title_sort number summary publisher imprint genre language_iso year month day volume chapter count isbns book_type subtitle authors_json translator edition original_title original_year series_position series_total subjects awards_json custom_metadata manga black_and_white', '_lock')} cover_lock created_at updated_at`,
    book_tags: 'book_id tag_id',
    read_progress:
      'id user_id book_id current_page progress_percentage completed started_at updated_at completed_at r2_progression',
    read_completions: 'id user_id book_id started_at completed_at',
    reading_sessions:
      'id user_id book_id device_id device_name pass kind from_page to_page to_percentage r2_progression active_duration_ms duration_source pages_read client_started_at client_ended_at server_recorded_at',
    user_series_ratings: 'id user_id series_id rating notes created_at updated_at',
    want_to_read: 'id user_id series_id book_id added_at position',
    collections: 'id name ordered summary created_at updated_at',
    collection_series: 'collection_id series_id position',
    read_lists: 'id name summary ordered created_at updated_at',
    read_list_books: 'read_list_id book_id position',
    series_covers: 'id series_id source path is_selected width height created_at updated_at',
    book_covers: 'id book_id source path is_selected width height created_at updated_at',
    api_keys: 'id user_id name key_hash key_prefix permissions is_active expires_at last_used_at created_at updated_at',
    filter_presets: 'id user_id library_id name scope target condition query sort created_at updated_at',
    user_preferences: 'id user_id key value value_type updated_at',
    series_tracking: 'series_id',
  },
  stump: {
    seaql_migrations: 'version applied_at',
    libraries: 'id name path status description emoji config_id created_at updated_at',
    library_configs:
      'id library_id library_pattern default_reading_dir ignore_rules convert_rar_to_zip hard_delete_conversions generate_file_hashes process_metadata watch',
    library_exclusions: 'id user_id library_id',
    users:
      'id username hashed_password is_server_owner permissions is_locked deleted_at oidc_email oidc_issuer_id avatar_url last_login max_sessions_allowed created_at',
    age_restrictions: 'id user_id age restrict_on_unset',
    series: 'id library_id name path status description created_at updated_at',
    series_metadata: 'series_id title summary',
    media: 'id series_id name path size extension pages hash koreader_hash status created_at updated_at modified_at',
    media_metadata: 'media_id title',
    reading_sessions:
      'id media_id user_id start_page end_page start_percentage end_percentage start_locator end_locator koreader_progress readthrough_number status device_ids elapsed_seconds started_at created_at updated_at',
    finished_reading_sessions: 'id media_id user_id started_at completed_at elapsed_seconds',
    reviews: 'id media_id user_id rating content is_private created_at',
    bookmarks: 'id media_id user_id page epubcfi locator preview_content created_at',
    media_annotations: 'id media_id user_id highlighted_text epubcfi locator page notes created_at',
    reading_lists: 'id name description visibility ordering creating_user_id updated_at',
    reading_list_items: 'id reading_list_id media_id display_order',
    favorite_media: 'user_id media_id favorited_at',
    smart_lists: 'id name description filters joiner creator_id visibility',
    api_keys: 'id user_id name short_token long_token_hash permissions created_at expires_at last_used_at',
  },
} as const satisfies Partial<Record<keyof typeof ignoredColumns, Schema>>

/** What people entered there and what has no place here: each is named in the report. */
export const reportedColumns: Record<keyof typeof knownSchemas, Schema> = {
  komga: {
    LIBRARY: 'REPAIR_EXTENSIONS CONVERT_TO_CBZ',
    PAGE_HASH: 'SIZE DELETE_COUNT',
    MEDIA_PAGE: '*',
    READ_PROGRESS_SERIES: '*',
    CLIENT_SETTINGS_USER: '*',
    HISTORICAL_EVENT: '*',
    SYNC_POINT: '*',
  },
  kavita: {
    LibraryExcludePattern: '*',
    PersonAlias: '*',
    AspNetUsers: 'AniListAccessToken',
    AppUserRating: 'Tagline',
    AppUserAnnotation: 'Context ContainsSpoiler',
    AppUserOnDeckRemoval: '*',
    ServerSetting: '*',
  },
  codex: {
    sharing_tags: 'description',
    series_external_ratings: '*',
    read_completions: 'started_at',
    reading_sessions: 'active_duration_ms',
    series_tracking: '*',
  },
  stump: {
    libraries: 'description emoji',
    users: 'avatar_url max_sessions_allowed',
    series_metadata: '*',
    media_metadata: '*',
    reading_sessions: 'elapsed_seconds',
    finished_reading_sessions: 'elapsed_seconds',
    reviews: 'is_private',
  },
}
