import { importRowLabel } from '../../../contract/import-details.ts'
import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignNumberOf,
  foreignTextOf,
  foreignTimeOf,
} from '../../foreign-values.ts'
import { IMPORTING_USER_ID, type ImportRecord, skippedRecord } from '../../records.ts'
import type { ProgressRecord } from '../../user-records.ts'
import { skippedOrphan } from '../rows-of-users.ts'
import { type CalibreBooks, calibreFileOf, nameOfCalibreBook } from './calibre-books.ts'

export function* readCalibreWebProgress(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
  const empty: ImportRecord[] = []
  const kobo = koboPlaces(db, empty)
  yield* empty
  const done = new Set<string>()
  for (const row of db.rows('book_read_link', [
    'book_id',
    'user_id',
    'read_status',
    'is_read',
    'last_modified',
    'last_time_started_reading',
  ])) {
    const [userId, calibreId, status] = [foreignIdOf(row.user_id), foreignIdOf(row.book_id), readStatusOf(row)]
    const file = calibreFileOf(library, calibreId, null)
    const key = `${userId} ${calibreId}`
    const place = kobo.get(key)
    if (!userId) {
      yield skippedOrphan('progress', calibreId)
      continue
    }
    if (status === 0 && !place) {
      yield skippedRecord('progress', nameOfCalibreBook(library, calibreId), 'unread')
      continue
    }
    done.add(key)
    const isCompleted = status === FINISHED
    const changedAt = foreignTimeOf(row.last_modified)
    // A finished book keeps the time it was finished, whatever a Kobo synced later.
    const readAt = isCompleted ? (changedAt ?? place?.at ?? null) : (place?.at ?? changedAt)
    yield progressOf(userId, file?.recordId ?? `calibre-${calibreId}`, {
      percentage: isCompleted ? 1 : (place?.percentage ?? null),
      isCompleted,
      startedAt: foreignTimeOf(row.last_time_started_reading) ?? readAt,
      readAt,
      locator: isCompleted ? null : (place?.locator ?? null),
    })
  }
  for (const [key, place] of kobo) {
    if (done.has(key)) continue
    const [userId = '', calibreId = ''] = key.split(' ')
    const file = calibreFileOf(library, calibreId, 'EPUB')
    const { percentage, at: readAt, locator } = place
    yield progressOf(userId, file?.recordId ?? `calibre-${calibreId}`, {
      percentage,
      isCompleted: percentage >= 1,
      startedAt: readAt,
      readAt,
      locator,
    })
  }
}

const FINISHED = 1

/** Until 0.6.7 a book was read or not. */
const readStatusOf = (row: ForeignRow<'read_status' | 'is_read'>): number =>
  foreignIntegerOf(row.read_status) ?? (foreignFlagOf(row.is_read) ? FINISHED : 0)

/** KOReader's hash of each downloaded copy → its file. Every download writes different metadata into the copy. */
export function readKoreaderFiles(beside: ForeignDatabase | undefined, library: CalibreBooks): Map<string, string> {
  const files = new Map<string, string>()
  for (const row of beside?.rows('book_format_checksums', ['book', 'format', 'checksum']) ?? []) {
    const [hash, file] = [
      foreignTextOf(row.checksum),
      calibreFileOf(library, foreignIdOf(row.book), foreignTextOf(row.format)),
    ]
    if (hash && file) files.set(hash.toLowerCase(), file.recordId)
  }
  return files
}

const documentId = (hash: string): string => `koreader-${hash.toLowerCase()}`

/** Documents that KOReader synced and that Calibre-Web has no book for may still be files of ours. */
export function* readKoreaderDocuments(
  db: ForeignDatabase,
  files: ReadonlyMap<string, string>,
): Generator<ImportRecord> {
  const seen = new Set<string>()
  for (const row of db.rows('kosync_progress', ['document'])) {
    const hash = foreignTextOf(row.document, MAX_HASH)?.toLowerCase()
    if (!hash || files.has(hash) || seen.has(hash)) continue
    seen.add(hash)
    const path = `KOReader document ${hash}`
    const known = { libraryId: null, seriesId: null, size: null, syncHash: hash, sha256: null }
    yield { type: 'book', id: documentId(hash), path, ...known }
  }
}

const MAX_HASH = 255

export function* readKoreaderProgress(
  db: ForeignDatabase,
  files: ReadonlyMap<string, string>,
): Generator<ImportRecord> {
  const columns = ['user_id', 'document', 'progress', 'percentage', 'device', 'timestamp'] as const
  for (const row of db.rows('kosync_progress', columns)) {
    const [userId, hash] = [foreignIdOf(row.user_id), foreignTextOf(row.document, MAX_HASH)?.toLowerCase()]
    if (!userId || !hash) {
      yield skippedOrphan('progress', hash ?? null)
      continue
    }
    const readAt = foreignTimeOf(row.timestamp)
    // Stored from 0 to 100, though KOReader says it from 0 to 1.
    const percent = foreignNumberOf(row.percentage)
    const record = progressOf(userId, files.get(hash) ?? documentId(hash), {
      percentage: percent === null ? null : percent / 100,
      isCompleted: (percent ?? 0) >= FINISHED_PERCENT,
      startedAt: readAt,
      readAt,
      locator: null,
    })
    yield { ...record, pointer: foreignTextOf(row.progress, 2000), device: foreignTextOf(row.device, 200) }
  }
}

/** From here on Calibre-Web itself calls a book read. */
const FINISHED_PERCENT = 99

/** If read flags are stored in a Calibre column instead, all users share them. */
export function* readSharedReadFlags(
  db: ForeignDatabase,
  beside: ForeignDatabase,
  library: CalibreBooks,
): Generator<ImportRecord> {
  const [settings] = [...db.rows('settings', ['config_read_column'])]
  const column = foreignIntegerOf(settings?.config_read_column) ?? 0
  if (column <= 0) return
  for (const row of beside.rows(`custom_column_${column}`, ['book', 'value'])) {
    if (!foreignFlagOf(row.value)) continue
    const file = calibreFileOf(library, foreignIdOf(row.book), null)
    if (!file) {
      yield skippedRecord('progress', nameOfCalibreBook(library, foreignIdOf(row.book)), 'no_file')
      continue
    }
    const unknown = { startedAt: null, readAt: null, locator: null }
    yield progressOf(IMPORTING_USER_ID, file.recordId, { percentage: 1, isCompleted: true, ...unknown })
  }
}

type ProgressFields = Pick<ProgressRecord, 'percentage' | 'isCompleted' | 'startedAt' | 'readAt' | 'locator'>

function progressOf(userId: string, bookId: string, fields: ProgressFields): ProgressRecord {
  const completedAt = fields.isCompleted ? fields.readAt : null
  return { type: 'progress', userId, bookId, page: null, pageCount: null, completedAt, ...fields }
}

interface KoboPlace {
  percentage: number
  at: number | null
  locator: Record<string, unknown> | null
}

/** Rows without a percentage exist for every synced book, even unopened ones. */
function koboPlaces(db: ForeignDatabase, empty: ImportRecord[]): Map<string, KoboPlace> {
  const places = new Map<string, KoboPlace>()
  const states = new Map(
    [...db.rows('kobo_reading_state', ['id', 'user_id', 'book_id', 'last_modified'])].map((row) => [
      foreignIdOf(row.id),
      row,
    ]),
  )
  const columns = [
    'kobo_reading_state_id',
    'progress_percent',
    'content_source_progress_percent',
    'location_source',
    'location_value',
  ] as const
  const nameOf = (row: ForeignRow<'kobo_reading_state_id'>) =>
    importRowLabel('kobo_position', foreignIdOf(row.kobo_reading_state_id))
  for (const row of db.rows('kobo_bookmark', columns)) {
    const [state, percent] = [states.get(foreignIdOf(row.kobo_reading_state_id)), foreignNumberOf(row.progress_percent)]
    if (!state || percent === null) {
      empty.push(skippedRecord('Kobo position', nameOf(row), 'unread'))
      continue
    }
    const [href, within] = [foreignTextOf(row.location_source), foreignNumberOf(row.content_source_progress_percent)]
    const percentage = Math.min(1, Math.max(0, percent / 100))
    const locations = { totalProgression: percentage, ...(within !== null && { progression: within / 100 }) }
    const koboSpan = foreignTextOf(row.location_value)
    const locator =
      href === null ? null : { href, type: 'application/xhtml+xml', locations, ...(koboSpan && { koboSpan }) }
    const [key, at] = [
      `${foreignIdOf(state.user_id)} ${foreignIdOf(state.book_id)}`,
      foreignTimeOf(state.last_modified),
    ]
    const known = places.get(key)
    if (known) empty.push(skippedRecord('Kobo position', nameOf(row), 'newer_position'))
    if (!known || (known.at ?? 0) < (at ?? 0)) places.set(key, { percentage, at, locator })
  }
  return places
}

export function* readCalibreWebCompletions(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
  const columns = ['book_id', 'user_id', 'read_status', 'is_read', 'last_modified'] as const
  for (const row of db.rows('book_read_link', columns)) {
    if (readStatusOf(row) !== FINISHED) continue
    const [userId, file] = [foreignIdOf(row.user_id), calibreFileOf(library, foreignIdOf(row.book_id), null)]
    const bookId = file?.recordId ?? `calibre-${foreignIdOf(row.book_id)}`
    if (userId) yield { type: 'completion', userId, bookId, completedAt: foreignTimeOf(row.last_modified) }
    else yield skippedOrphan('completion', bookId)
  }
}

/** The web reader's position has no time, so it can't be compared with progress, and becomes a bookmark. */
export function* readCalibreWebBookmarks(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
  for (const row of db.rows('bookmark', ['user_id', 'book_id', 'format', 'bookmark_key'])) {
    const [userId, format, key] = [
      foreignIdOf(row.user_id),
      foreignTextOf(row.format),
      foreignTextOf(row.bookmark_key, 2000),
    ]
    const file = calibreFileOf(library, foreignIdOf(row.book_id), format)
    if (!userId || !key) {
      yield skippedOrphan('bookmark', foreignIdOf(row.book_id))
      continue
    }
    const isCfi = key.startsWith('epubcfi(')
    const page = isCfi ? null : foreignIntegerOf(key)
    if (!isCfi && page === null) {
      yield skippedRecord('bookmark', nameOfCalibreBook(library, foreignIdOf(row.book_id)), 'unreadable')
      continue
    }
    // Comics count from 0 there, PDFs from 1.
    const shown = page === null ? null : /^cb[rz7t]$/i.test(format ?? '') ? page + 1 : Math.max(1, page)
    const locator = isCfi ? { locations: { fragments: [key] } } : null
    const bookId = file?.recordId ?? `calibre-${foreignIdOf(row.book_id)}`
    yield { type: 'bookmark', userId, bookId, page: shown, locator, note: 'Last position in Calibre-Web', at: null }
  }
}
