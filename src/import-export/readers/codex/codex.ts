import { importRowLabel } from '../../../contract/import-details.ts'
import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignJsonOf,
  foreignTextOf,
  foreignTimeOf,
} from '../../foreign-values.ts'
import { mapReadingDirection } from '../../map-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'
import { codexKeyLimits } from '../api-key-permissions.ts'
import { membersOfLists, orphanListMembers } from '../list-members.ts'
import { apiKeyDateColumns, apiKeyDatesOf, lastMigrationOf } from '../sea-orm.ts'
import type { SourceFiles, SourceReader } from '../source-reader.ts'
import { unknownParts } from '../unknown-parts.ts'
import { codexBookEdits, codexSeriesEdits } from './codex-metadata.ts'
import { codexCompletions, codexProgress, codexSessions } from './codex-progress.ts'
import { codexRatings, codexWantToRead } from './codex-user-data.ts'
import { codexUsers } from './codex-users.ts'

/** Codex's `codex.db`. A moved file has a deleted row with users' progress and a new row: both are imported. */
export function readCodex(files: SourceFiles): SourceReader {
  const db = files.database
  return {
    kind: 'codex',
    version: `schema ${lastMigrationOf(db)}`,
    *records() {
      yield* libraries(db)
      yield* codexUsers(db)
      yield* books(db)
      yield* series(db)
      yield* lists(db)
      yield* covers(files)
      yield* codexProgress(db)
      yield* codexCompletions(db)
      yield* codexSessions(db)
      yield* codexRatings(db)
      yield* codexWantToRead(db)
      yield* keys(db)
      yield* leftBehind(db)
      yield* unknownParts(db, 'codex')
    },
  }
}

function* libraries(db: ForeignDatabase): Generator<ImportRecord> {
  const columns = ['id', 'name', 'path', 'series_strategy', 'book_strategy', 'number_strategy'] as const
  const configs = ['series_config', 'book_config', 'number_config', 'scanning_config'] as const
  const others = ['allowed_formats', 'excluded_patterns', 'title_preprocessing_rules'] as const
  for (const row of db.rows('libraries', [...columns, ...configs, ...others, 'default_reading_direction'])) {
    const [id, path] = [foreignIdOf(row.id), foreignTextOf(row.path)]
    if (id === null || path === null) {
      yield skippedRecord('library', foreignTextOf(row.name) ?? foreignIdOf(row.id) ?? '', 'no_folder')
      continue
    }
    const settings = {
      seriesStrategy: foreignTextOf(row.series_strategy) ?? undefined,
      bookStrategy: foreignTextOf(row.book_strategy) ?? undefined,
      numberStrategy: foreignTextOf(row.number_strategy) ?? undefined,
      seriesConfig: foreignJsonOf(row.series_config) ?? undefined,
      bookConfig: foreignJsonOf(row.book_config) ?? undefined,
      numberConfig: foreignJsonOf(row.number_config) ?? undefined,
      scanningConfig: foreignJsonOf(row.scanning_config) ?? undefined,
      titlePreprocessingRules: foreignJsonOf(row.title_preprocessing_rules) ?? undefined,
      excludedPatterns: foreignTextOf(row.excluded_patterns) ?? undefined,
      allowedFormats: formatsOf(foreignJsonOf(row.allowed_formats)),
      defaultReadingDirection: mapReadingDirection(foreignTextOf(row.default_reading_direction)) ?? undefined,
    }
    yield { type: 'library', id, name: foreignTextOf(row.name) ?? path, path, settings }
  }
}

/** Codex stores them in upper case. */
const formatsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.map((one) => String(one).toLowerCase()) : undefined

/** Codex has no access limits by library, only by sharing tags, of users and of their groups. */
function* books(db: ForeignDatabase): Generator<ImportRecord> {
  const edits = codexBookEdits(db)
  const columns = [
    'id',
    'series_id',
    'library_id',
    'path',
    'file_size',
    'file_hash',
    'koreader_hash',
    'created_at',
    'deleted',
  ] as const
  // Version 1 calls the path file_path.
  for (const row of db.rows('books', [...columns, 'file_path'])) {
    const [id, path] = [foreignIdOf(row.id), foreignTextOf(row.path) ?? foreignTextOf(row.file_path)]
    if (id === null || path === null) {
      yield skippedRecord('book', id ?? '', 'no_file')
      continue
    }
    const [size, sha256] = [foreignIntegerOf(row.file_size), foreignTextOf(row.file_hash)?.toLowerCase() ?? null]
    const metadata = edits.get(id)
    yield {
      type: 'book',
      id,
      libraryId: foreignIdOf(row.library_id),
      seriesId: foreignIdOf(row.series_id),
      path,
      size,
      syncHash: foreignTextOf(row.koreader_hash)?.toLowerCase() ?? null,
      sha256: size !== null && size <= 2 ** 20 ? sha256 : null,
      addedAt: foreignTimeOf(row.created_at),
      ...(foreignFlagOf(row.deleted) && { isDeleted: true }),
      ...(metadata && { metadata }),
    }
  }
}

function* series(db: ForeignDatabase): Generator<ImportRecord> {
  const roots = new Map(
    [...db.rows('libraries', ['id', 'path'])].map((row) => [foreignIdOf(row.id), foreignTextOf(row.path)]),
  )
  const edits = codexSeriesEdits(db)
  for (const row of db.rows('series', ['id', 'library_id', 'name', 'path', 'created_at'])) {
    const id = foreignIdOf(row.id)
    if (id === null) {
      yield skippedRecord('series', foreignTextOf(row.name) ?? '', 'no_id')
      continue
    }
    const [root, path] = [roots.get(foreignIdOf(row.library_id)), foreignTextOf(row.path)]
    const metadata = edits.get(id)
    yield {
      type: 'series',
      id,
      libraryId: foreignIdOf(row.library_id),
      name: foreignTextOf(row.name) ?? id,
      path: root && path && !path.startsWith('/') ? `${root}/${path}` : path,
      addedAt: foreignTimeOf(row.created_at),
      ...(metadata && { metadata }),
    }
  }
}

function* lists(db: ForeignDatabase): Generator<ImportRecord> {
  const kinds = [
    ['collection', 'collections', 'collection_series', 'collection_id', 'series_id'],
    ['readList', 'read_lists', 'read_list_books', 'read_list_id', 'book_id'],
  ] as const
  for (const [type, table, members, owner, member] of kinds) {
    const byList = membersOfLists(db, members, { list: owner, member, order: 'position' })
    const ids = new Set([...db.rows(table, ['id'])].map((row) => foreignIdOf(row.id)))
    for (const row of db.rows(table, [
      'id',
      'name',
      'summary',
      'description',
      'ordered',
      'condition',
      'owner_id',
      'user_id',
      'created_at',
    ])) {
      const [id, name] = [foreignIdOf(row.id), foreignTextOf(row.name) ?? '']
      if (id === null) {
        yield skippedRecord(type, name, 'no_id')
        continue
      }
      if (row.condition !== null) {
        yield skippedRecord('automatic collection', name, 'rules')
        for (const memberId of byList.get(id) ?? []) {
          const label = importRowLabel('list_member', memberId, { list: name || id })
          yield skippedRecord(`${type} member`, label, 'reference')
        }
        continue
      }
      yield {
        type,
        id,
        name: name || id,
        summary: foreignTextOf(row.summary) ?? foreignTextOf(row.description),
        isOrdered: foreignFlagOf(row.ordered),
        ownerId: foreignIdOf(row.owner_id) ?? foreignIdOf(row.user_id),
        memberIds: byList.get(id) ?? [],
        createdAt: foreignTimeOf(row.created_at),
      }
    }
    yield* orphanListMembers(db.rows(members, [owner, member]), type, { list: owner, member, lists: ids })
  }
}

function* covers(files: SourceFiles): Generator<ImportRecord> {
  for (const [table, owner, of] of [
    ['series_covers', 'series_id', 'series'],
    ['book_covers', 'book_id', 'book'],
  ] as const) {
    for (const row of files.database.rows(table, [owner, 'source', 'path', 'is_selected'])) {
      const [id, path] = [foreignIdOf(row[owner]), foreignTextOf(row.path)]
      const isOwn = /^(custom|uploaded)$/i.test(foreignTextOf(row.source) ?? '')
      if (id === null || !isOwn || !foreignFlagOf(row.is_selected)) {
        const reason = isOwn ? 'cover_unselected' : 'cover_drawn'
        yield skippedRecord('cover', importRowLabel(of, id), reason)
        continue
      }
      // The path is that of the old machine; only the part below the covers folder is the same everywhere.
      const name = path?.split('uploads/covers/').at(-1) ?? null
      const bytes = name === null ? undefined : (files.readPicture(`uploads/covers/${name}`) ?? files.readPicture(name))
      yield { type: 'cover', of, id, data: bytes ? Buffer.from(bytes).toString('base64') : null }
    }
  }
}

function* keys(db: ForeignDatabase): Generator<ImportRecord> {
  const columns = [
    'id',
    'user_id',
    'name',
    'key_hash',
    'key_prefix',
    'permissions',
    'is_active',
    ...apiKeyDateColumns,
  ] as const
  for (const row of db.rows('api_keys', columns)) {
    const [id, userId, lookup, verifier] = [
      foreignIdOf(row.id),
      foreignIdOf(row.user_id),
      foreignTextOf(row.key_prefix, 100),
      foreignTextOf(row.key_hash, 500),
    ]
    const name = foreignTextOf(row.name, 200) ?? 'Codex'
    if (!id || !userId || !lookup || !verifier?.startsWith('$argon2')) {
      yield skippedRecord('key', name, 'hash')
    } else if (row.is_active !== null && !foreignFlagOf(row.is_active)) {
      yield skippedRecord('key', name, 'disabled')
    } else {
      const dates = apiKeyDatesOf(row)
      const limits = codexKeyLimits(db, row.permissions)
      yield { type: 'key', id, userId, name, scheme: 'codex', lookup, verifier, ...dates, ...limits }
    }
  }
}

function* leftBehind(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('series_metadata', ['series_id', 'title', 'total_volume_count', 'total_chapter_count'])) {
    const chapters = foreignIntegerOf(row.total_chapter_count)
    if (chapters === null || row.total_volume_count === null) continue
    const name = foreignTextOf(row.title) ?? importRowLabel('series', foreignIdOf(row.series_id))
    yield skippedRecord('series metadata', name, 'field_unknown', { fields: `total_chapter_count: ${chapters}` })
  }
  for (const row of db.rows('filter_presets', ['name'])) {
    yield skippedRecord('filter', foreignTextOf(row.name) ?? '', 'filters')
  }
  const rows: Iterable<ForeignRow<'key'>> = db.rows('user_preferences', ['key'])
  for (const row of rows) yield skippedRecord('preference', foreignTextOf(row.key) ?? '', 'preferences')
}
