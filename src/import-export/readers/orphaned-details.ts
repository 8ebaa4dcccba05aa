import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { type ImportRecord, skippedRecord } from '../records.ts'
import type { ignoredColumns } from './ignored-columns.ts'

type Detail = readonly [owner: string, ownerColumn: string, column: string, tables: string]

/** The tables whose rows are imported as parts of their owner's, and the column that names the owner. */
const details: Readonly<Record<keyof typeof ignoredColumns, readonly Detail[]>> = {
  komga: [
    ['LIBRARY', 'ID', 'LIBRARY_ID', 'LIBRARY_EXCLUSIONS'],
    ['USER', 'ID', 'USER_ID', 'USER_ROLE USER_LIBRARY_SHARING USER_SHARING'],
    ['SERIES', 'ID', 'SERIES_ID', 'SERIES_METADATA SERIES_METADATA_GENRE SERIES_METADATA_TAG SERIES_METADATA_SHARING'],
    ['SERIES', 'ID', 'SERIES_ID', 'SERIES_METADATA_LINK SERIES_METADATA_ALTERNATE_TITLE'],
    ['BOOK', 'ID', 'BOOK_ID', 'BOOK_METADATA BOOK_METADATA_AUTHOR BOOK_METADATA_TAG BOOK_METADATA_LINK MEDIA'],
  ],
  kavita: [
    ['Library', 'Id', 'LibraryId', 'FolderPath'],
    ['Series', 'Id', 'SeriesId', 'SeriesMetadata Volume'],
    ['Volume', 'Id', 'VolumeId', 'Chapter'],
    ['SeriesMetadata', 'Id', 'SeriesMetadataId', 'SeriesMetadataPeople'],
    ['SeriesMetadata', 'Id', 'SeriesMetadatasId', 'GenreSeriesMetadata SeriesMetadataTag'],
    ['AspNetUsers', 'Id', 'UserId', 'AspNetUserRoles'],
    ['AspNetUsers', 'Id', 'AppUsersId', 'AppUserLibrary'],
    ['AspNetUsers', 'Id', 'AppUserId', 'AppUserReadingSession'],
  ],
  codex: [
    ['users', 'id', 'user_id', 'user_sharing_tags user_access_groups oidc_connections'],
    ['series', 'id', 'series_id', 'series_metadata series_genres series_tags series_sharing_tags'],
    ['series', 'id', 'series_id', 'series_alternate_titles series_external_ids series_external_links'],
    ['books', 'id', 'book_id', 'book_metadata book_tags book_external_ids book_external_links'],
  ],
  stump: [['users', 'id', 'user_id', 'library_exclusions library_access age_restrictions']],
  calibre: [['books', 'id', 'book', 'metadata_dirtied']],
  'calibre-web': [['user', 'id', 'user_id', 'kobo_reading_state']],
}

/** Rows that describe a book, series or user that doesn't exist any more. */
export function* orphanedDetails(db: ForeignDatabase, kind: keyof typeof ignoredColumns): Generator<ImportRecord> {
  for (const [owner, ownerColumn, column, tables] of details[kind]) {
    for (const table of tables.split(' ')) {
      const rows = db.countOrphans({ table, column, owner, ownerColumn })
      if (rows > 0) yield { ...skippedRecord('other table', table, 'belongs_to_nothing'), rows }
    }
  }
}
