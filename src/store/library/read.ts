import type { Queryable, Tx } from '../open.ts'
import { bytesToUuid, type Uid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { StoredScanningConfig } from './library-for-scan.ts'
import { type LibraryMetadataOptions, parseLibraryMetadataOptions } from './library-metadata-options.ts'
import { mayOpenLibraryCondition } from './may-open-library-condition.ts'

export interface LibraryView {
  id: number
  uid: string
  name: string
  path: string
  description: string | null
  allowedFormats: string[]
  excludedPatterns: string[]
  defaultReadingDirection: string
  seriesStrategy: string
  seriesConfig: Record<string, unknown>
  bookStrategy: string
  bookConfig: Record<string, unknown>
  numberStrategy: string
  numberConfig: Record<string, unknown>
  scanning: StoredScanningConfig
  titleRules: { pattern: string; replacement: string; description?: string; enabled: boolean }[]
  metadataOptions: LibraryMetadataOptions
  textSearch: boolean
  isOnline: boolean
  lastScannedAt: number | null
  /** Counts of what the viewer may see. */
  bookCount: number
  seriesCount: number
  createdAt: number
  updatedAt: number
}

/** By name. Totals come from the counters per class, without a count. */
export async function listLibraries(db: Queryable, viewer: Viewer): Promise<LibraryView[]> {
  return readLibraries(db, viewer)
}

export async function findLibrary(db: Queryable, viewer: Viewer, uid: Uid): Promise<LibraryView | undefined> {
  return (await readLibraries(db, viewer, uid))[0]
}

async function readLibraries(db: Queryable, viewer: Viewer, uid?: Uid): Promise<LibraryView[]> {
  const rows = await db.query
    .selectFrom('library as l')
    .selectAll('l')
    .where(mayOpenLibraryCondition(viewer, 'l.id'))
    .$if(uid !== undefined, (query) => query.where('l.uid', '=', uid!))
    .orderBy('l.sort_key')
    .orderBy('l.id')
    .execute()
  const counts = await db.query
    .selectFrom('class')
    .select((eb) => ['library_id', eb.fn.sum<number>('books').as('books'), eb.fn.sum<number>('series').as('series')])
    .where(visibilityCondition(db.kind, viewer.sees, 'class.id'))
    .groupBy('library_id')
    .execute()
  const byLibrary = new Map(counts.map((count) => [count.library_id, count]))
  return rows.map((row) => ({
    id: row.id,
    uid: bytesToUuid(row.uid),
    name: row.name,
    path: row.path,
    description: row.description,
    allowedFormats: JSON.parse(row.allowed_formats) as string[],
    excludedPatterns: JSON.parse(row.excluded_patterns) as string[],
    defaultReadingDirection: row.default_reading_direction,
    seriesStrategy: row.series_strategy,
    seriesConfig: JSON.parse(row.series_config) as Record<string, unknown>,
    bookStrategy: row.book_strategy,
    bookConfig: JSON.parse(row.book_config) as Record<string, unknown>,
    numberStrategy: row.number_strategy,
    numberConfig: JSON.parse(row.number_config) as Record<string, unknown>,
    scanning: JSON.parse(row.scanning) as StoredScanningConfig,
    titleRules: JSON.parse(row.title_rules) as LibraryView['titleRules'],
    metadataOptions: parseLibraryMetadataOptions(row.metadata_options),
    textSearch: row.text_search === 1,
    isOnline: row.is_online === 1,
    lastScannedAt: row.last_scanned_at,
    bookCount: Number(byLibrary.get(row.id)?.books ?? 0),
    seriesCount: Number(byLibrary.get(row.id)?.series ?? 0),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

/** The root folders of all libraries, for any caller. */
export async function readAllLibraryRoots(
  db: Pick<Queryable, 'query'> | { query: Tx },
): Promise<{ id: number; uid: string; path: string; name: string }[]> {
  const rows = await db.query.selectFrom('library').select(['id', 'uid', 'path', 'name']).orderBy('id').execute()
  return rows.map((row) => ({ ...row, uid: bytesToUuid(row.uid) }))
}
