import { importRowLabel } from '../../contract/import-details.ts'
import type { ForeignDatabase, ForeignRow } from '../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignJsonOf,
  foreignNumberOf,
  foreignTextOf,
  foreignTimeOf,
} from '../foreign-values.ts'
import { mapReadingDirection } from '../map-values.ts'
import { type ImportRecord, skippedRecord, type UserRecord } from '../records.ts'
import { stumpKeyLimits } from './api-key-permissions.ts'
import {
  groupRows,
  orphanListMembers,
  type SourceFiles,
  type SourceReader,
  skippedOrphan,
  unknownColumns,
  unknownTables,
} from './source-reader.ts'
import { stumpLocatorOf, stumpUserData } from './stump-user-data.ts'

/** Stump's `stump.db`: 0.0 keeps one row per open book and one per time it was finished, 0.1 one row per day. */
export function readStump({ database: db }: SourceFiles): SourceReader {
  return {
    kind: 'stump',
    version: versionOf(db),
    *records() {
      yield* libraries(db)
      yield* users(db)
      yield* books(db)
      yield* series(db)
      yield* readLists(db)
      yield* progress(db)
      yield* finished(db)
      yield* sessions(db)
      yield* stumpUserData(db)
      yield* keys(db)
      for (const row of db.rows('smart_lists', ['name'])) {
        yield skippedRecord('smart list', foreignTextOf(row.name) ?? '', 'rules')
      }
      yield* unknownTables(db)
      yield* unknownColumns(db, 'stump')
    },
  }
}

function versionOf(db: ForeignDatabase): string {
  if (!db.has('seaql_migrations')) return '0.0'
  const steps = [...db.rows('seaql_migrations', ['version'], { order: ['version'] })]
  return `0.1, schema ${foreignTextOf(steps.at(-1)?.version ?? null) ?? 'unknown'}`
}

function* libraries(db: ForeignDatabase): Generator<ImportRecord> {
  // 0.0 calls them options.
  const configs = new Map<string | null, Record<string, unknown>>()
  for (const table of ['library_configs', 'library_options']) {
    for (const row of db.rows(table, ['id', 'library_id', 'library_pattern', 'default_reading_dir', 'ignore_rules'])) {
      const settings = settingsOf(row)
      for (const key of [foreignIdOf(row.id), foreignIdOf(row.library_id)]) if (key) configs.set(key, settings)
    }
  }
  const columns = ['id', 'name', 'path', 'config_id', 'library_config_id', 'library_options_id'] as const
  for (const row of db.rows('libraries', columns)) {
    const [id, path, name] = [foreignIdOf(row.id), foreignTextOf(row.path), foreignTextOf(row.name) ?? '']
    const keys = [
      foreignIdOf(row.config_id),
      foreignIdOf(row.library_config_id),
      foreignIdOf(row.library_options_id),
      id,
    ]
    const settings = keys.map((key) => configs.get(key)).find((one) => one !== undefined)
    if (id && path) yield { type: 'library', id, name, path, ...(settings && { settings }) }
    else yield skippedRecord('library', name, 'no_folder')
  }
}

/**
 * Its two patterns: every folder with books is a series, or each folder directly below the root, with all its contents.
 */
function settingsOf(row: ForeignRow): Record<string, unknown> {
  const pattern = foreignTextOf(row.library_pattern)?.toUpperCase()
  const excluded = (foreignTextOf(row.ignore_rules) ?? '').split('\n').map((rule) => rule.trim())
  return {
    ...(pattern === 'COLLECTION_BASED' && { seriesStrategy: 'series_volume_chapter' }),
    ...(pattern === 'SERIES_BASED' && { seriesStrategy: 'series_volume' }),
    defaultReadingDirection: mapReadingDirection(foreignTextOf(row.default_reading_dir)) ?? undefined,
    ...(excluded.some(Boolean) && { excludedPatterns: excluded.filter(Boolean) }),
  }
}

function* users(db: ForeignDatabase): Generator<ImportRecord> {
  const libraryIds = [...db.rows('libraries', ['id'])].flatMap((row) => foreignIdOf(row.id) ?? [])
  // Both versions store the libraries that are hidden from a user; new libraries are visible to all.
  const hidden = new Map<string, Set<string>>()
  const hide = (userId: string | null, libraryId: string | null) => {
    if (userId && libraryId) hidden.set(userId, (hidden.get(userId) ?? new Set()).add(libraryId))
  }
  for (const row of db.rows('_LibraryToUser', ['A', 'B'])) hide(foreignIdOf(row.B), foreignIdOf(row.A))
  for (const row of db.rows('library_exclusions', ['user_id', 'library_id']))
    hide(foreignIdOf(row.user_id), foreignIdOf(row.library_id))
  const ages = new Map(
    [...db.rows('age_restrictions', ['user_id', 'age', 'restrict_on_unset'])].map((row) => [
      foreignIdOf(row.user_id),
      row,
    ]),
  )
  const columns = [
    'id',
    'username',
    'hashed_password',
    'is_server_owner',
    'permissions',
    'is_locked',
    'deleted_at',
  ] as const
  for (const row of db.rows('users', [...columns, 'oidc_email', 'oidc_issuer_id', 'created_at'])) {
    const [id, username] = [foreignIdOf(row.id), foreignTextOf(row.username)]
    if (!id || !username || row.deleted_at !== null) {
      yield skippedRecord('user', username ?? id ?? '', 'account_deleted')
      continue
    }
    const isOwner = foreignFlagOf(row.is_server_owner)
    const [age, kept, hash] = [ages.get(id), hidden.get(id), foreignTextOf(row.hashed_password)]
    const years = age ? foreignIntegerOf(age.age) : null
    const may = new Set((foreignTextOf(row.permissions) ?? '').split(',').map((name) => name.trim()))
    yield {
      type: 'user',
      id,
      username,
      email: foreignTextOf(row.oidc_email),
      role: isOwner ? 'admin' : 'reader',
      passwordHash: hash && /^\$2[abxy]\$/.test(hash) ? `bcrypt:${hash}` : null,
      isActive: !foreignFlagOf(row.is_locked),
      allLibraries: isOwner || !kept,
      libraryIds: kept ? libraryIds.filter((one) => !kept.has(one)) : [],
      ageLimit: isOwner ? null : years,
      allowUnrated: isOwner || years === null || !foreignFlagOf(age!.restrict_on_unset),
      labels: [],
      denied: isOwner || may.has('file:download') ? [] : ['FILE_DOWNLOAD'],
      createdAt: foreignTimeOf(row.created_at),
    } satisfies UserRecord
  }
}

function* books(db: ForeignDatabase): Generator<ImportRecord> {
  const libraryOf = new Map(
    [...db.rows('series', ['id', 'library_id'])].map((row) => [foreignIdOf(row.id), foreignIdOf(row.library_id)]),
  )
  for (const row of db.rows('media', ['id', 'series_id', 'path', 'size', 'koreader_hash', 'deleted_at'])) {
    const [id, path, seriesId] = [foreignIdOf(row.id), foreignTextOf(row.path), foreignIdOf(row.series_id)]
    if (!id || !path) {
      yield skippedRecord('book', id ?? '', 'no_file')
      continue
    }
    yield {
      type: 'book',
      id,
      libraryId: libraryOf.get(seriesId) ?? null,
      seriesId,
      path,
      size: foreignIntegerOf(row.size),
      syncHash: foreignTextOf(row.koreader_hash)?.toLowerCase() ?? null,
      sha256: null,
      ...(row.deleted_at !== null && { isDeleted: true }),
    }
  }
}

function* series(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('series', ['id', 'library_id', 'name', 'path'])) {
    const id = foreignIdOf(row.id)
    if (id === null) yield skippedRecord('series', foreignTextOf(row.name) ?? '', 'no_id')
    else
      yield {
        type: 'series',
        id,
        libraryId: foreignIdOf(row.library_id),
        name: foreignTextOf(row.name) ?? id,
        path: foreignTextOf(row.path),
      }
  }
}

function* readLists(db: ForeignDatabase): Generator<ImportRecord> {
  const items = groupRows(
    db.rows('reading_list_items', ['reading_list_id', 'media_id', 'display_order'], { order: ['display_order'] }),
    (row) => foreignIdOf(row.reading_list_id),
  )
  const ids = new Set<string>()
  for (const row of db.rows('reading_lists', ['id', 'name', 'description', 'visibility', 'creating_user_id'])) {
    const id = foreignIdOf(row.id)
    if (id === null) {
      yield skippedRecord('readList', foreignTextOf(row.name) ?? '', 'no_id')
      continue
    }
    yield {
      type: 'readList',
      id,
      name: foreignTextOf(row.name) ?? id,
      summary: foreignTextOf(row.description),
      isOrdered: true,
      ownerId: /^(public|shared)$/i.test(foreignTextOf(row.visibility) ?? '')
        ? null
        : foreignIdOf(row.creating_user_id),
      memberIds: (items.get(id) ?? []).flatMap((item) => foreignIdOf(item.media_id) ?? []),
    }
    ids.add(id)
  }
  const columns = ['reading_list_id', 'media_id'] as const
  const of = { list: columns[0], member: columns[1], lists: ids }
  yield* orphanListMembers(db.rows('reading_list_items', columns), 'readList', of)
}

/** The newest row of a user and a book is the current position. */
function* progress(db: ForeignDatabase): Generator<ImportRecord> {
  const columns = [
    'media_id',
    'user_id',
    'page',
    'percentage_completed',
    'epubcfi',
    'koreader_progress',
    'started_at',
  ] as const
  const later = ['updated_at', 'created_at', 'end_page', 'end_percentage', 'end_locator', 'status'] as const
  const pages = new Map(
    [...db.rows('media', ['id', 'pages'])].map((row) => [foreignIdOf(row.id), foreignIntegerOf(row.pages)]),
  )
  const paths = new Map(
    [...db.rows('media', ['id', 'path'])].map((row) => [foreignIdOf(row.id), foreignTextOf(row.path, 500)]),
  )
  const newest = new Map<string, ImportRecord & { type: 'progress' }>()
  for (const row of db.rows('reading_sessions', [...columns, ...later])) {
    const [userId, bookId] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id)]
    if (!userId || !bookId) {
      yield skippedOrphan('progress', bookId)
      continue
    }
    const readAt = foreignTimeOf(row.updated_at) ?? foreignTimeOf(row.started_at)
    const startedAt = foreignTimeOf(row.started_at) ?? foreignTimeOf(row.created_at)
    const isCompleted = /^finished$/i.test(foreignTextOf(row.status) ?? '')
    const count = pages.get(bookId) ?? null
    const locator = stumpLocatorOf(foreignJsonOf(row.end_locator), foreignTextOf(row.epubcfi))
    const known = newest.get(`${userId} ${bookId}`)
    // With one row per day, each row is imported as a session, so older ones aren't lost.
    if (known && !db.has('reading_sessions', 'end_page'))
      yield skippedRecord('progress', paths.get(bookId) ?? importRowLabel('book', bookId), 'newer_position')
    const record: ImportRecord & { type: 'progress' } = {
      type: 'progress',
      userId,
      bookId,
      page: foreignIntegerOf(row.end_page) ?? foreignIntegerOf(row.page),
      pageCount: count !== null && count > 0 ? count : null,
      percentage: foreignNumberOf(row.end_percentage) ?? foreignNumberOf(row.percentage_completed),
      isCompleted,
      startedAt: earlier(startedAt, known?.startedAt ?? null),
      readAt,
      completedAt: isCompleted ? readAt : null,
      pointer: foreignTextOf(row.koreader_progress),
      ...(locator && { locator }),
    }
    if (!known || (known.readAt ?? 0) <= (readAt ?? 0)) newest.set(`${userId} ${bookId}`, record)
    else known.startedAt = record.startedAt
  }
  yield* newest.values()
  // A book that was finished and not started again has no open row.
  for (const row of db.rows('finished_reading_sessions', ['media_id', 'user_id', 'started_at', 'completed_at'])) {
    const [userId, bookId, at] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id), foreignTimeOf(row.completed_at)]
    if (!userId || !bookId || newest.has(`${userId} ${bookId}`)) continue
    const startedAt = foreignTimeOf(row.started_at) ?? at
    yield {
      type: 'progress',
      userId,
      bookId,
      page: pages.get(bookId) ?? null,
      pageCount: pages.get(bookId) ?? null,
      percentage: 1,
      isCompleted: true,
      startedAt,
      readAt: at,
      completedAt: at,
    }
  }
}

const earlier = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)

function* finished(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('finished_reading_sessions', ['media_id', 'user_id', 'completed_at'])) {
    const [userId, bookId] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id)]
    if (userId && bookId) yield { type: 'completion', userId, bookId, completedAt: foreignTimeOf(row.completed_at) }
    else yield skippedOrphan('completion', bookId)
  }
  // 0.1 marks the last day of each completed reading as finished; the newest row is also the position.
  const days = db.has('reading_sessions', 'status') ? db.rows('reading_sessions', [...FINISHED]) : []
  for (const row of days) {
    const [userId, bookId] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id)]
    if (!userId || !bookId || !/^finished$/i.test(foreignTextOf(row.status) ?? '')) continue
    yield { type: 'completion', userId, bookId, completedAt: foreignTimeOf(row.updated_at) }
  }
}

const FINISHED = ['media_id', 'user_id', 'status', 'updated_at', 'readthrough_number'] as const

/** Only 0.1 stores what was read on which day. */
function* sessions(db: ForeignDatabase): Generator<ImportRecord> {
  if (!db.has('reading_sessions', 'end_page')) return
  for (const row of db.rows('reading_sessions', [
    'media_id',
    'user_id',
    'start_page',
    'end_page',
    'created_at',
    'updated_at',
  ])) {
    const [userId, bookId] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id)]
    if (!userId || !bookId) {
      yield skippedOrphan('session', bookId)
      continue
    }
    const [startedAt, endedAt] = [foreignTimeOf(row.created_at), foreignTimeOf(row.updated_at)]
    const [fromPage, toPage] = [foreignIntegerOf(row.start_page), foreignIntegerOf(row.end_page)]
    yield { type: 'session', userId, bookId, startedAt, endedAt, fromPage, toPage, device: null }
  }
}

function* keys(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('api_keys', [
    'id',
    'user_id',
    'name',
    'short_token',
    'long_token_hash',
    'permissions',
    'created_at',
    'expires_at',
    'last_used_at',
  ])) {
    const [id, userId, lookup] = [foreignIdOf(row.id), foreignIdOf(row.user_id), foreignTextOf(row.short_token, 100)]
    const verifier = foreignTextOf(row.long_token_hash)?.toLowerCase()
    const name = foreignTextOf(row.name, 200) ?? 'Stump'
    if (!id || !userId || !lookup || !verifier || !/^[0-9a-f]{64}$/.test(verifier)) {
      yield skippedRecord('key', name, 'hash')
      continue
    }
    const dates = {
      createdAt: foreignTimeOf(row.created_at),
      expiresAt: foreignTimeOf(row.expires_at),
      lastUsedAt: foreignTimeOf(row.last_used_at),
    }
    const limits = stumpKeyLimits(db, row.permissions)
    yield { type: 'key', id, userId, name, scheme: 'stump', lookup, verifier, ...dates, ...limits }
  }
}
