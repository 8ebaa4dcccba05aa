import { rowLabel } from '../../contract/import-details.ts'
import type { ForeignDatabase, ForeignRow } from '../../store/foreign/foreign-database.ts'
import { asFlag, asId, asInteger, asJson, asText, asTime } from '../foreign-values.ts'
import { readingDirection } from '../map-values.ts'
import { type ImportRecord, skippedRecord, type UserRecord } from '../records.ts'
import { codexBookEdits, codexSeriesEdits } from './codex-metadata.ts'
import {
  codexCompletions,
  codexProgress,
  codexRatings,
  codexSessions,
  codexWantToRead,
} from './codex-progress-and-ratings.ts'
import { groupRows, type SourceFiles, type SourceReader, strayMembers, unreadTables } from './source-reader.ts'

/** Codex's `codex.db`. A file that was moved has a dead row that holds what people read, and a new one: both come along. */
export function readCodex(files: SourceFiles): SourceReader {
  const db = files.database
  return {
    kind: 'codex',
    version: versionOf(db),
    *records() {
      yield* libraries(db)
      yield* users(db)
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
      yield* unreadTables(db)
    },
  }
}

function versionOf(db: ForeignDatabase): string {
  const steps = [...db.rows('seaql_migrations', ['version'], { order: ['version'] })]
  return `schema ${asText(steps.at(-1)?.version ?? null) ?? 'unknown'}`
}

function* libraries(db: ForeignDatabase): Generator<ImportRecord> {
  const columns = ['id', 'name', 'path', 'series_strategy', 'book_strategy', 'number_strategy'] as const
  const configs = ['series_config', 'book_config', 'number_config', 'scanning_config'] as const
  const others = ['allowed_formats', 'excluded_patterns', 'title_preprocessing_rules'] as const
  for (const row of db.rows('libraries', [...columns, ...configs, ...others, 'default_reading_direction'])) {
    const [id, path] = [asId(row.id), asText(row.path)]
    if (id === null || path === null) {
      yield skippedRecord('library', asText(row.name) ?? '', 'no_folder')
      continue
    }
    const settings = {
      seriesStrategy: asText(row.series_strategy) ?? undefined,
      bookStrategy: asText(row.book_strategy) ?? undefined,
      numberStrategy: asText(row.number_strategy) ?? undefined,
      seriesConfig: asJson(row.series_config) ?? undefined,
      bookConfig: asJson(row.book_config) ?? undefined,
      numberConfig: asJson(row.number_config) ?? undefined,
      scanningConfig: asJson(row.scanning_config) ?? undefined,
      titlePreprocessingRules: asJson(row.title_preprocessing_rules) ?? undefined,
      excludedPatterns: asText(row.excluded_patterns) ?? undefined,
      allowedFormats: formatsOf(asJson(row.allowed_formats)),
      defaultReadingDirection: readingDirection(asText(row.default_reading_direction)) ?? undefined,
    }
    yield { type: 'library', id, name: asText(row.name) ?? path, path, settings }
  }
}

/** In capitals there. */
const formatsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.map((one) => String(one).toLowerCase()) : undefined

/** Nobody is kept out of a library there; limits are sharing tags, own ones and those of groups. */
function* users(db: ForeignDatabase): Generator<ImportRecord> {
  const tagNames = new Map([...db.rows('sharing_tags', ['id', 'name'])].map((row) => [asId(row.id), asText(row.name)]))
  const ofUser = groupRows(db.rows('user_sharing_tags', ['user_id', 'sharing_tag_id', 'access_mode']), (row) =>
    asId(row.user_id),
  )
  const groups = groupRows(db.rows('user_access_groups', ['user_id', 'access_group_id']), (row) => asId(row.user_id))
  const ofGroup = groupRows(
    db.rows('access_group_sharing_tags', ['access_group_id', 'sharing_tag_id', 'access_mode']),
    (row) => asId(row.access_group_id),
  )
  const identities = groupRows(db.rows('oidc_connections', ['user_id', 'provider_name', 'subject']), (row) =>
    asId(row.user_id),
  )
  for (const row of db.rows('users', ['id', 'username', 'email', 'password_hash', 'role', 'is_active', 'created_at'])) {
    const [id, username] = [asId(row.id), asText(row.username)]
    if (id === null || username === null) {
      yield skippedRecord('user', id ?? '', 'no_name')
      continue
    }
    const tags = [
      ...(groups.get(id) ?? []).flatMap((group) => ofGroup.get(asId(group.access_group_id) ?? '') ?? []),
      ...(ofUser.get(id) ?? []),
    ]
    const role = asText(row.role)
    const hash = asText(row.password_hash)
    yield {
      type: 'user',
      id,
      username,
      email: asText(row.email),
      role: role === 'admin' || role === 'maintainer' ? role : 'reader',
      passwordHash: hash?.startsWith('$argon2') ? `argon2:${hash}` : null,
      isActive: row.is_active === null || asFlag(row.is_active),
      allLibraries: true,
      libraryIds: [],
      ageLimit: null,
      allowUnrated: true,
      labels: tags.flatMap((tag) => {
        const name = tagNames.get(asId(tag.sharing_tag_id))
        return name ? [{ name, mode: asText(tag.access_mode) === 'deny' ? ('deny' as const) : ('allow' as const) }] : []
      }),
      identities: (identities.get(id) ?? []).flatMap((one) => {
        const [provider, subject] = [asText(one.provider_name, 200), asText(one.subject, 200)]
        return provider && subject ? [{ provider, subject }] : []
      }),
      createdAt: asTime(row.created_at),
    } satisfies UserRecord
  }
}

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
    'deleted',
  ] as const
  for (const row of db.rows('books', columns)) {
    const [id, path] = [asId(row.id), asText(row.path)]
    if (id === null || path === null) {
      yield skippedRecord('book', id ?? '', 'no_file')
      continue
    }
    const [size, sha256] = [asInteger(row.file_size), asText(row.file_hash)?.toLowerCase() ?? null]
    const metadata = edits.get(id)
    yield {
      type: 'book',
      id,
      libraryId: asId(row.library_id),
      seriesId: asId(row.series_id),
      path,
      size,
      syncHash: asText(row.koreader_hash)?.toLowerCase() ?? null,
      sha256: size !== null && size <= 2 ** 20 ? sha256 : null,
      ...(asFlag(row.deleted) && { isDeleted: true }),
      ...(metadata && { metadata }),
    }
  }
}

function* series(db: ForeignDatabase): Generator<ImportRecord> {
  const roots = new Map([...db.rows('libraries', ['id', 'path'])].map((row) => [asId(row.id), asText(row.path)]))
  const edits = codexSeriesEdits(db)
  for (const row of db.rows('series', ['id', 'library_id', 'name', 'path'])) {
    const id = asId(row.id)
    if (id === null) {
      yield skippedRecord('series', asText(row.name) ?? '', 'no_id')
      continue
    }
    const [root, path] = [roots.get(asId(row.library_id)), asText(row.path)]
    const metadata = edits.get(id)
    yield {
      type: 'series',
      id,
      libraryId: asId(row.library_id),
      name: asText(row.name) ?? id,
      path: root && path && !path.startsWith('/') ? `${root}/${path}` : path,
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
    const byList = groupRows(db.rows(members, [owner, member, 'position'], { order: ['position'] }), (row) =>
      asId(row[owner]),
    )
    const ids = new Set([...db.rows(table, ['id'])].map((row) => asId(row.id)))
    for (const row of db.rows(table, [
      'id',
      'name',
      'summary',
      'description',
      'ordered',
      'condition',
      'owner_id',
      'user_id',
    ])) {
      const [id, name] = [asId(row.id), asText(row.name) ?? '']
      if (id === null) {
        yield skippedRecord(type, name, 'no_id')
        continue
      }
      if (row.condition !== null) {
        yield skippedRecord('automatic collection', name, 'rules')
        continue
      }
      yield {
        type,
        id,
        name,
        summary: asText(row.summary) ?? asText(row.description),
        isOrdered: asFlag(row.ordered),
        ownerId: asId(row.owner_id) ?? asId(row.user_id),
        memberIds: (byList.get(id) ?? []).flatMap((one) => asId(one[member]) ?? []),
      }
    }
    yield* strayMembers(db.rows(members, [owner, member]), type, { list: owner, member, lists: ids })
  }
}

function* covers(files: SourceFiles): Generator<ImportRecord> {
  for (const [table, owner, of] of [
    ['series_covers', 'series_id', 'series'],
    ['book_covers', 'book_id', 'book'],
  ] as const) {
    for (const row of files.database.rows(table, [owner, 'source', 'path', 'is_selected'])) {
      const [id, path] = [asId(row[owner]), asText(row.path)]
      const isOwn = /^(custom|uploaded)$/i.test(asText(row.source) ?? '')
      if (id === null || !isOwn || !asFlag(row.is_selected)) {
        const reason = isOwn ? 'cover_unselected' : 'cover_drawn'
        yield skippedRecord('cover', rowLabel(of, id), reason)
        continue
      }
      // The path is of the old machine; what lies below the covers is the same everywhere.
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
    'is_active',
    'expires_at',
    'last_used_at',
    'created_at',
  ] as const
  for (const row of db.rows('api_keys', columns)) {
    const [id, userId, lookup, verifier] = [
      asId(row.id),
      asId(row.user_id),
      asText(row.key_prefix, 100),
      asText(row.key_hash, 500),
    ]
    const name = asText(row.name, 200) ?? 'Codex'
    if (!id || !userId || !lookup || !verifier?.startsWith('$argon2')) {
      yield skippedRecord('key', name, 'hash')
    } else if (row.is_active !== null && !asFlag(row.is_active)) {
      yield skippedRecord('key', name, 'disabled')
    } else {
      const dates = {
        createdAt: asTime(row.created_at),
        expiresAt: asTime(row.expires_at),
        lastUsedAt: asTime(row.last_used_at),
      }
      yield { type: 'key', id, userId, name, scheme: 'codex', lookup, verifier, ...dates }
    }
  }
}

function* leftBehind(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('filter_presets', ['name'])) {
    yield skippedRecord('filter', asText(row.name) ?? '', 'filters')
  }
  const rows: Iterable<ForeignRow<'key'>> = db.rows('user_preferences', ['key'])
  for (const row of rows) yield skippedRecord('preference', asText(row.key) ?? '', 'preferences')
}
