import type { Queryable, Tx } from '../open.ts'
import { uuidToBytes } from '../uid.ts'
import { type LibraryMetadataOptions, parseLibraryMetadataOptions } from './library-metadata-options.ts'

/** A library as the scanner needs it, with parsed JSON columns. */
export interface LibraryForScan {
  id: number
  uid: Uint8Array
  path: string
  allowedFormats: string[]
  excludedPatterns: string[]
  readingDirection: string
  seriesStrategy: string
  seriesConfig: unknown
  bookStrategy: string
  bookConfig: unknown
  numberStrategy: string
  numberConfig: unknown
  titleRules: { pattern: string; replacement: string; description?: string; enabled: boolean }[]
  scanning: StoredScanningConfig
  metadataOptions: LibraryMetadataOptions
  lastScannedAt: number | null
}

export interface StoredScanningConfig {
  cronSchedule?: string | null
  cronTimezone?: string | null
  scanMode?: 'normal' | 'deep'
  enabled?: boolean
  scanOnStart?: boolean
  purgeDeletedOnScan?: boolean
  watch?: boolean
}

export async function findLibraryForScan(db: Queryable, id: number): Promise<LibraryForScan | undefined> {
  const row = await db.query.selectFrom('library').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toScan(row)
}

/** The library's id, if this option is enabled. */
export async function findLibraryIdWithOption(
  db: Queryable,
  uuid: string,
  option: 'localArtwork',
): Promise<number | undefined> {
  const found = db.query.selectFrom('library').select(['id', 'metadata_options']).where('uid', '=', uuidToBytes(uuid))
  const row = await found.executeTakeFirst()
  return row && parseLibraryMetadataOptions(row.metadata_options)[option] ? row.id : undefined
}

/** All libraries, without a visibility check. */
export async function listLibrariesForScan(db: Queryable): Promise<LibraryForScan[]> {
  const rows = await db.query.selectFrom('library').selectAll().orderBy('id').execute()
  return rows.map(toScan)
}

export async function hasLiveBooks(db: Queryable, libraryId: number): Promise<boolean> {
  const row = await db.query
    .selectFrom('book')
    .select('id')
    .where('library_id', '=', libraryId)
    .where('class', '<>', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function recordLibraryOnline(
  tx: Tx,
  libraryId: number,
  isOnline: boolean,
  scannedAt?: number,
): Promise<void> {
  await tx
    .updateTable('library')
    .set({ is_online: isOnline ? 1 : 0, ...(scannedAt === undefined ? {} : { last_scanned_at: scannedAt }) })
    .where('id', '=', libraryId)
    .execute()
}

function toScan(row: {
  id: number
  uid: Uint8Array
  path: string
  allowed_formats: string
  excluded_patterns: string
  default_reading_direction: string
  series_strategy: string
  series_config: string
  book_strategy: string
  book_config: string
  number_strategy: string
  number_config: string
  title_rules: string
  scanning: string
  metadata_options: string
  last_scanned_at: number | null
}): LibraryForScan {
  return {
    id: row.id,
    uid: row.uid,
    path: row.path,
    allowedFormats: JSON.parse(row.allowed_formats) as string[],
    excludedPatterns: JSON.parse(row.excluded_patterns) as string[],
    readingDirection: row.default_reading_direction,
    seriesStrategy: row.series_strategy,
    seriesConfig: JSON.parse(row.series_config) as unknown,
    bookStrategy: row.book_strategy,
    bookConfig: JSON.parse(row.book_config) as unknown,
    numberStrategy: row.number_strategy,
    numberConfig: JSON.parse(row.number_config) as unknown,
    titleRules: JSON.parse(row.title_rules) as LibraryForScan['titleRules'],
    scanning: JSON.parse(row.scanning) as StoredScanningConfig,
    metadataOptions: parseLibraryMetadataOptions(row.metadata_options),
    lastScannedAt: row.last_scanned_at,
  }
}
