import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { asFlag, asId, asInteger, asNumber, asText, asTime } from '../foreign-values.ts'
import { type ImportRecord, type ProgressRecord, skippedRecord, type UserRecord, WHOEVER_IMPORTS } from '../records.ts'
import { type CalibreBooks, calibreBooks, calibreFileOf, calibreStrategies, readCalibreBooks } from './calibre.ts'
import { readCalibreColumns } from './calibre-columns.ts'
import { plainApiKeyRecord } from './plain-api-key.ts'
import {
  groupRows,
  type SourceFiles,
  type SourceReader,
  skippedOrphan,
  strayMembers,
  unreadTables,
} from './source-reader.ts'

/** Calibre-Web's `app.db`. Its books are numbers of Calibre's `metadata.db`, which has to be given with it. */
export function readCalibreWeb({ database: db, beside, folder }: SourceFiles): SourceReader {
  const root = calibreFolder(db) ?? folder ?? '/'
  const library: CalibreBooks = beside ? readCalibreBooks(beside, root) : { id: 'calibre', root, byBook: new Map() }
  return {
    kind: 'calibre-web',
    version: db.has('kosync_progress') ? 'CWA' : db.has('thumbnail') ? '0.6.13 or later' : 'before 0.6.13',
    *records() {
      yield {
        type: 'library',
        id: library.id,
        name: root.split('/').at(-1) || 'Calibre',
        path: root,
        settings: calibreStrategies,
      }
      yield* users(db)
      const files = readKoreaderFiles(beside, library)
      if (beside) yield* calibreBooks(beside, library, readCalibreColumns(beside))
      yield* koreaderDocuments(db, files)
      yield* shelves(db, library)
      yield* progress(db, library)
      yield* koreaderProgress(db, files)
      if (beside) yield* sharedReadFlags(db, beside, library)
      yield* completions(db, library)
      yield* places(db, library)
      yield* keys(db)
      yield* leftBehind(db)
      yield* unreadTables(db)
      // What Calibre itself knows of places and ratings comes with its own folder.
      if (beside) yield* unreadTables(beside)
    },
  }
}

/** Where it finds Calibre's library, on its own machine. */
export function calibreFolder(db: ForeignDatabase): string | null {
  const [settings] = [
    ...db.rows('settings', ['config_calibre_dir', 'config_calibre_split', 'config_calibre_split_dir']),
  ]
  if (!settings) return null
  const split = asFlag(settings.config_calibre_split) ? asText(settings.config_calibre_split_dir) : null
  return (split ?? asText(settings.config_calibre_dir))?.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '') ?? null
}

const ADMIN = 1
const DOWNLOAD = 2
const ANONYMOUS = 32

function* users(db: ForeignDatabase): Generator<ImportRecord> {
  const columns = ['id', 'name', 'nickname', 'email', 'role', 'password', 'denied_tags', 'allowed_tags'] as const
  for (const row of db.rows('user', columns)) {
    const [id, name, bits] = [asId(row.id), asText(row.name) ?? asText(row.nickname), asInteger(row.role) ?? 0]
    if (id === null || name === null) {
      yield skippedRecord('user', id ?? '', 'The account has no name.')
      continue
    }
    if (bits & ANONYMOUS) {
      yield skippedRecord('user', name, 'The guest account belongs to nobody.')
      continue
    }
    const hash = asText(row.password)
    yield {
      type: 'user',
      id,
      username: name,
      email: asText(row.email),
      role: bits & ADMIN ? 'admin' : 'reader',
      passwordHash: hash && /^(scrypt|pbkdf2|sha256)[:$]/.test(hash) ? `werkzeug:${hash}` : null,
      isActive: true,
      allLibraries: true,
      libraryIds: [],
      ageLimit: null,
      allowUnrated: true,
      labels: [],
      denied: bits & (ADMIN | DOWNLOAD) ? [] : ['FILE_DOWNLOAD'],
      createdAt: null,
    } satisfies UserRecord
    for (const column of ['denied_tags', 'allowed_tags'] as const) {
      const tags = asText(row[column])
      if (tags)
        yield skippedRecord(
          'restriction',
          `${name}: ${tags}`,
          'Limits by Calibre tags can’t be imported; use sharing tags instead.',
        )
    }
  }
}

function* shelves(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
  const links = groupRows(db.rows('book_shelf_link', ['shelf', 'book_id', 'order', 'date_added']), (row) =>
    asId(row.shelf),
  )
  const ids = new Set<string>()
  for (const row of db.rows('shelf', ['id', 'uuid', 'name', 'is_public', 'user_id'])) {
    const id = asId(row.id)
    if (id === null) {
      yield skippedRecord('readList', asText(row.name) ?? '', 'It has no id.')
      continue
    }
    // Old rows have no order: then they stand as they were added.
    const sorted = (links.get(id) ?? []).sort(
      (a, b) =>
        (asInteger(a.order) ?? 1e9) - (asInteger(b.order) ?? 1e9) ||
        (asTime(a.date_added) ?? 0) - (asTime(b.date_added) ?? 0),
    )
    yield {
      type: 'readList',
      id: asText(row.uuid) ?? id,
      name: asText(row.name) ?? id,
      summary: null,
      isOrdered: true,
      ownerId: asFlag(row.is_public) ? null : asId(row.user_id),
      memberIds: sorted.map(
        (link) => calibreFileOf(library, asId(link.book_id), null)?.recordId ?? `calibre-${asId(link.book_id)}`,
      ),
    }
    ids.add(id)
  }
  const columns = ['shelf', 'book_id'] as const
  yield* strayMembers(db.rows('book_shelf_link', columns), 'readList', {
    list: columns[0],
    member: columns[1],
    lists: ids,
  })
}

function* progress(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
  const empty: ImportRecord[] = []
  const kobo = koboPlaces(db, empty)
  yield* empty
  const done = new Set<string>()
  for (const row of db.rows('book_read_link', [
    'book_id',
    'user_id',
    'read_status',
    'last_modified',
    'last_time_started_reading',
  ])) {
    const [userId, calibreId, status] = [asId(row.user_id), asId(row.book_id), asInteger(row.read_status) ?? 0]
    const file = calibreFileOf(library, calibreId, null)
    const key = `${userId} ${calibreId}`
    const place = kobo.get(key)
    if (!userId) {
      yield skippedOrphan('progress', calibreId)
      continue
    }
    if (status === 0 && !place) {
      yield skippedRecord('progress', `Calibre book ${calibreId}`, 'The book is unread.')
      continue
    }
    done.add(key)
    const isCompleted = status === 1
    const changedAt = asTime(row.last_modified)
    // A finished book was finished once, whatever else a Kobo said of it later.
    const readAt = isCompleted ? (changedAt ?? place?.at ?? null) : (place?.at ?? changedAt)
    yield progressOf(userId, file?.recordId ?? `calibre-${calibreId}`, {
      percentage: isCompleted ? 1 : (place?.percentage ?? null),
      isCompleted,
      startedAt: asTime(row.last_time_started_reading) ?? readAt,
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

/** KOReader's hash of every copy that was handed out → the file it is of. Each download writes other metadata into it. */
function readKoreaderFiles(beside: ForeignDatabase | undefined, library: CalibreBooks): Map<string, string> {
  const files = new Map<string, string>()
  for (const row of beside?.rows('book_format_checksums', ['book', 'format', 'checksum']) ?? []) {
    const [hash, file] = [asText(row.checksum), calibreFileOf(library, asId(row.book), asText(row.format))]
    if (hash && file) files.set(hash.toLowerCase(), file.recordId)
  }
  return files
}

const documentId = (hash: string): string => `koreader-${hash.toLowerCase()}`

/** What KOReader synced and Calibre-Web knows no book for may be a file of ours nevertheless. */
function* koreaderDocuments(db: ForeignDatabase, files: ReadonlyMap<string, string>): Generator<ImportRecord> {
  const seen = new Set<string>()
  for (const row of db.rows('kosync_progress', ['document'])) {
    const hash = asText(row.document, MOST_HASH)?.toLowerCase()
    if (!hash || files.has(hash) || seen.has(hash)) continue
    seen.add(hash)
    const path = `KOReader document ${hash}`
    const known = { libraryId: null, seriesId: null, size: null, syncHash: hash, sha256: null }
    yield { type: 'book', id: documentId(hash), path, ...known }
  }
}

const MOST_HASH = 255

function* koreaderProgress(db: ForeignDatabase, files: ReadonlyMap<string, string>): Generator<ImportRecord> {
  const columns = ['user_id', 'document', 'progress', 'percentage', 'device', 'timestamp'] as const
  for (const row of db.rows('kosync_progress', columns)) {
    const [userId, hash] = [asId(row.user_id), asText(row.document, MOST_HASH)?.toLowerCase()]
    if (!userId || !hash) {
      yield skippedOrphan('progress', hash ?? null)
      continue
    }
    const readAt = asTime(row.timestamp)
    // Stored from 0 to 100, though KOReader says it from 0 to 1.
    const percent = asNumber(row.percentage)
    const record = progressOf(userId, files.get(hash) ?? documentId(hash), {
      percentage: percent === null ? null : percent / 100,
      isCompleted: (percent ?? 0) >= FINISHED_PERCENT,
      startedAt: readAt,
      readAt,
      locator: null,
    })
    yield { ...record, pointer: asText(row.progress, 2000), device: asText(row.device, 200) }
  }
}

/** From here on Calibre-Web itself calls a book read. */
const FINISHED_PERCENT = 99

/** Where read flags are kept in a column of Calibre's instead, they are those of all people together. */
function* sharedReadFlags(
  db: ForeignDatabase,
  beside: ForeignDatabase,
  library: CalibreBooks,
): Generator<ImportRecord> {
  const [settings] = [...db.rows('settings', ['config_read_column'])]
  const column = asInteger(settings?.config_read_column) ?? 0
  if (column <= 0) return
  for (const row of beside.rows(`custom_column_${column}`, ['book', 'value'])) {
    if (!asFlag(row.value)) continue
    const file = calibreFileOf(library, asId(row.book), null)
    if (!file) {
      yield skippedRecord('progress', `Calibre book ${asId(row.book)}`, 'The book has no file.')
      continue
    }
    const unknown = { startedAt: null, readAt: null, locator: null }
    yield progressOf(WHOEVER_IMPORTS, file.recordId, { percentage: 1, isCompleted: true, ...unknown })
  }
}

type Said = Pick<ProgressRecord, 'percentage' | 'isCompleted' | 'startedAt' | 'readAt' | 'locator'>

function progressOf(userId: string, bookId: string, said: Said): ProgressRecord {
  const completedAt = said.isCompleted ? said.readAt : null
  return { type: 'progress', userId, bookId, page: null, pageCount: null, completedAt, ...said }
}

interface KoboPlace {
  percentage: number
  at: number | null
  locator: Record<string, unknown> | null
}

/** Rows without a percentage are made for every synced book: nobody has opened those. */
function koboPlaces(db: ForeignDatabase, empty: ImportRecord[]): Map<string, KoboPlace> {
  const places = new Map<string, KoboPlace>()
  const states = new Map(
    [...db.rows('kobo_reading_state', ['id', 'user_id', 'book_id', 'last_modified'])].map((row) => [asId(row.id), row]),
  )
  const columns = [
    'kobo_reading_state_id',
    'progress_percent',
    'content_source_progress_percent',
    'location_source',
    'location_value',
  ] as const
  for (const row of db.rows('kobo_bookmark', columns)) {
    const [state, percent] = [states.get(asId(row.kobo_reading_state_id)), asNumber(row.progress_percent)]
    if (!state || percent === null) {
      empty.push(
        skippedRecord('Kobo position', `Kobo state ${asId(row.kobo_reading_state_id)}`, 'Nobody opened the book.'),
      )
      continue
    }
    const [href, within] = [asText(row.location_source), asNumber(row.content_source_progress_percent)]
    const percentage = Math.min(1, Math.max(0, percent / 100))
    const locations = { totalProgression: percentage, ...(within !== null && { progression: within / 100 }) }
    const koboSpan = asText(row.location_value)
    const locator =
      href === null ? null : { href, type: 'application/xhtml+xml', locations, ...(koboSpan && { koboSpan }) }
    places.set(`${asId(state.user_id)} ${asId(state.book_id)}`, {
      percentage,
      at: asTime(state.last_modified),
      locator,
    })
  }
  return places
}

function* completions(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
  for (const row of db.rows('book_read_link', ['book_id', 'user_id', 'last_modified'], { where: { read_status: 1 } })) {
    const [userId, file] = [asId(row.user_id), calibreFileOf(library, asId(row.book_id), null)]
    const bookId = file?.recordId ?? `calibre-${asId(row.book_id)}`
    if (userId) yield { type: 'completion', userId, bookId, completedAt: asTime(row.last_modified) }
    else yield skippedOrphan('completion', bookId)
  }
}

/** The web reader's own place: without a time it cannot be newer than anything, so it becomes a bookmark. */
function* places(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
  for (const row of db.rows('bookmark', ['user_id', 'book_id', 'format', 'bookmark_key'])) {
    const [userId, format, key] = [asId(row.user_id), asText(row.format), asText(row.bookmark_key, 2000)]
    const file = calibreFileOf(library, asId(row.book_id), format)
    if (!userId || !key) {
      yield skippedOrphan('bookmark', asId(row.book_id))
      continue
    }
    const isCfi = key.startsWith('epubcfi(')
    const page = isCfi ? null : asInteger(key)
    if (!isCfi && page === null) {
      yield skippedRecord('bookmark', `Calibre book ${asId(row.book_id)}`, 'The position can’t be read.')
      continue
    }
    // Comics count from 0 there, PDFs from 1.
    const shown = page === null ? null : /^cb[rz7t]$/i.test(format ?? '') ? page + 1 : Math.max(1, page)
    const locator = isCfi ? { locations: { fragments: [key] } } : null
    const bookId = file?.recordId ?? `calibre-${asId(row.book_id)}`
    yield { type: 'bookmark', userId, bookId, page: shown, locator, note: 'Last position in Calibre-Web', at: null }
  }
}

function* keys(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('remote_auth_token', ['id', 'user_id', 'auth_token', 'token_type', 'expiration'])) {
    const [id, userId, text] = [asId(row.id), asId(row.user_id), asText(row.auth_token, 500)]
    if (!id || !userId || !text) {
      yield skippedOrphan('key', id)
      continue
    }
    if (asInteger(row.token_type) !== 1) {
      yield skippedRecord('key', `sign-in of user ${userId}`, 'It is for signing in once.')
      continue
    }
    yield {
      type: 'key',
      id,
      userId,
      name: 'Kobo',
      ...plainApiKeyRecord(text),
      createdAt: null,
      expiresAt: null,
      lastUsedAt: null,
    }
  }
}

function* leftBehind(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('archived_book', ['book_id'], { where: { is_archived: 1 } })) {
    yield skippedRecord('archived book', `Calibre book ${asId(row.book_id)}`, 'Books are not archived here.')
  }
  for (const row of db.rows('kobo_annotation_sync', ['book_id'])) {
    yield skippedRecord('annotation', `Calibre book ${asId(row.book_id)}`, 'It doesn’t say where in the book it is.')
  }
  for (const row of db.rows('magic_shelf', ['name'])) {
    yield skippedRecord(
      'magic shelf',
      asText(row.name) ?? '',
      'It has rules instead of members; create a saved filter instead.',
    )
  }
}
