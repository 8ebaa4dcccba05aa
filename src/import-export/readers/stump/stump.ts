import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignIntegerOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'
import { stumpKeyLimits } from '../api-key-permissions.ts'
import { membersOfLists, orphanListMembers } from '../list-members.ts'
import { apiKeyDateColumns, apiKeyDatesOf, lastMigrationOf } from '../sea-orm.ts'
import type { SourceFiles, SourceReader } from '../source-reader.ts'
import { unknownParts } from '../unknown-parts.ts'
import { stumpLibraries } from './stump-libraries.ts'
import { stumpProgress } from './stump-progress.ts'
import { stumpUserData } from './stump-user-data.ts'
import { stumpUsers } from './stump-users.ts'

/** Stump's `stump.db`: 0.0 keeps one row per open book and one per time it was finished, 0.1 one row per day. */
export function readStump({ database: db }: SourceFiles): SourceReader {
  return {
    kind: 'stump',
    version: versionOf(db),
    *records() {
      yield* stumpLibraries(db)
      yield* stumpUsers(db)
      yield* books(db)
      yield* series(db)
      yield* readLists(db)
      yield* stumpProgress(db)
      yield* stumpUserData(db)
      yield* keys(db)
      for (const row of db.rows('smart_lists', ['name'])) {
        yield skippedRecord('smart list', foreignTextOf(row.name) ?? '', 'rules')
      }
      yield* unknownParts(db, 'stump')
    },
  }
}

const versionOf = (db: ForeignDatabase): string =>
  db.has('seaql_migrations') ? `0.1, schema ${lastMigrationOf(db)}` : '0.0'

function* books(db: ForeignDatabase): Generator<ImportRecord> {
  const libraryOf = new Map(
    [...db.rows('series', ['id', 'library_id'])].map((row) => [foreignIdOf(row.id), foreignIdOf(row.library_id)]),
  )
  const columns = [
    'id',
    'library_id',
    'series_id',
    'path',
    'size',
    'koreader_hash',
    'created_at',
    'deleted_at',
  ] as const
  for (const row of db.rows('media', columns)) {
    const [id, path, seriesId] = [foreignIdOf(row.id), foreignTextOf(row.path), foreignIdOf(row.series_id)]
    if (!id || !path) {
      yield skippedRecord('book', id ?? '', 'no_file')
      continue
    }
    yield {
      type: 'book',
      id,
      libraryId: foreignIdOf(row.library_id) ?? libraryOf.get(seriesId) ?? null,
      seriesId,
      path,
      size: foreignIntegerOf(row.size),
      syncHash: foreignTextOf(row.koreader_hash)?.toLowerCase() ?? null,
      sha256: null,
      addedAt: foreignTimeOf(row.created_at),
      ...(row.deleted_at !== null && { isDeleted: true }),
    }
  }
}

function* series(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('series', ['id', 'library_id', 'name', 'path', 'created_at'])) {
    const id = foreignIdOf(row.id)
    if (id === null) yield skippedRecord('series', foreignTextOf(row.name) ?? '', 'no_id')
    else
      yield {
        type: 'series',
        id,
        libraryId: foreignIdOf(row.library_id),
        name: foreignTextOf(row.name) ?? id,
        path: foreignTextOf(row.path),
        addedAt: foreignTimeOf(row.created_at),
      }
  }
}

function* readLists(db: ForeignDatabase): Generator<ImportRecord> {
  const [table, list, member] = ['reading_list_items', 'reading_list_id', 'media_id'] as const
  const byList = membersOfLists(db, table, { list, member, order: 'display_order' })
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
      memberIds: byList.get(id) ?? [],
    }
    ids.add(id)
  }
  yield* orphanListMembers(db.rows(table, [list, member]), 'readList', { list, member, lists: ids })
}

function* keys(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('api_keys', [
    'id',
    'user_id',
    'name',
    'short_token',
    'long_token_hash',
    'permissions',
    ...apiKeyDateColumns,
  ])) {
    const [id, userId, lookup] = [foreignIdOf(row.id), foreignIdOf(row.user_id), foreignTextOf(row.short_token, 100)]
    const verifier = foreignTextOf(row.long_token_hash)?.toLowerCase()
    const name = foreignTextOf(row.name, 200) ?? 'Stump'
    if (!id || !userId || !lookup || !verifier || !/^[0-9a-f]{64}$/.test(verifier)) {
      yield skippedRecord('key', name, 'hash')
      continue
    }
    const limits = stumpKeyLimits(db, row.permissions)
    yield { type: 'key', id, userId, name, scheme: 'stump', lookup, verifier, ...apiKeyDatesOf(row), ...limits }
  }
}
