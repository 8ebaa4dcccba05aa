import { isOneShotsFolder } from '../../formats/filename/fill-facts-from-folders.ts'
import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import {
  foreignBytesOf,
  foreignFlagOf,
  foreignGzippedJsonOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignTextOf,
  foreignTimeOf,
} from '../foreign-values.ts'
import { type ImportRecord, skippedRecord, type UserRecord } from '../records.ts'
import type { ApiKeyRecord, ProgressRecord } from '../user-records.ts'
import { komgaLibrarySettings, komgaSettingColumns } from './komga-library-settings.ts'
import { komgaBookEdits, komgaSeries } from './komga-metadata.ts'
import { pathOfKomgaUrl } from './komga-path.ts'
import {
  groupRows,
  orphanListMembers,
  type SourceFiles,
  type SourceReader,
  unknownColumns,
  unknownTables,
} from './source-reader.ts'

/** Komga's `database.sqlite`. Rows of deleted files (DELETED_DATE) still have progress, so they are imported, too. */
export function readKomga({ database: db }: SourceFiles): SourceReader {
  return {
    kind: 'komga',
    version: versionOf(db),
    *records() {
      yield* libraries(db)
      yield* users(db)
      yield* books(db)
      yield* komgaSeries(db)
      yield* lists(db, 'collection')
      yield* lists(db, 'readList')
      yield* covers(db)
      yield* progress(db)
      yield* keys(db)
      yield* leftBehind(db)
      yield* unknownTables(db)
      yield* unknownColumns(db, 'komga')
    },
  }
}

function versionOf(db: ForeignDatabase): string {
  const steps = [...db.rows('flyway_schema_history', ['version'], { order: ['installed_rank'] })]
  return `schema ${foreignTextOf(steps.findLast((step) => step.version !== null)?.version ?? null) ?? 'unknown'}`
}

function* libraries(db: ForeignDatabase): Generator<ImportRecord> {
  const excluded = groupRows(db.rows('LIBRARY_EXCLUSIONS', ['LIBRARY_ID', 'EXCLUSION']), (row) =>
    foreignIdOf(row.LIBRARY_ID),
  )
  for (const row of db.rows('LIBRARY', ['ID', 'NAME', 'ROOT', 'ONESHOTS_DIRECTORY', ...komgaSettingColumns])) {
    const [id, path] = [foreignIdOf(row.ID), pathOfKomgaUrl(foreignTextOf(row.ROOT))]
    if (id === null || path === null) {
      yield skippedRecord('library', foreignTextOf(row.NAME) ?? '', 'no_folder')
      continue
    }
    const exclusions = (excluded.get(id) ?? []).flatMap((one) => foreignTextOf(one.EXCLUSION) ?? [])
    yield {
      type: 'library',
      id,
      name: foreignTextOf(row.NAME) ?? path,
      path,
      settings: komgaLibrarySettings(row, exclusions),
    }
    const oneShots = foreignTextOf(row.ONESHOTS_DIRECTORY)
    if (oneShots !== null && !isOneShotsFolder(oneShots)) {
      yield skippedRecord('library', `${foreignTextOf(row.NAME) ?? path}: ${oneShots}`, 'field_unknown', {
        fields: 'ONESHOTS_DIRECTORY',
      })
    }
  }
}

function* users(db: ForeignDatabase): Generator<ImportRecord> {
  const roles = groupRows(db.rows('USER_ROLE', ['USER_ID', 'ROLE']), (row) => foreignIdOf(row.USER_ID))
  const shared = groupRows(db.rows('USER_LIBRARY_SHARING', ['USER_ID', 'LIBRARY_ID']), (row) =>
    foreignIdOf(row.USER_ID),
  )
  const labels = groupRows(db.rows('USER_SHARING', ['USER_ID', 'LABEL', 'ALLOW']), (row) => foreignIdOf(row.USER_ID))
  const columns = [
    'ID',
    'EMAIL',
    'PASSWORD',
    'SHARED_ALL_LIBRARIES',
    'AGE_RESTRICTION',
    'AGE_RESTRICTION_ALLOW_ONLY',
  ] as const
  // Until 2025 roles were columns.
  const old = ['ROLE_ADMIN', 'ROLE_FILE_DOWNLOAD', 'ROLE_PAGE_STREAMING', 'ROLE_KOBO_SYNC'] as const
  for (const row of db.rows('USER', [...columns, ...old, 'CREATED_DATE'])) {
    const [id, email] = [foreignIdOf(row.ID), foreignTextOf(row.EMAIL)]
    if (id === null || email === null) {
      yield skippedRecord('user', email ?? id ?? '', 'no_name')
      continue
    }
    const held = new Set((roles.get(id) ?? []).map((role) => foreignTextOf(role.ROLE)))
    for (const name of old) if (foreignFlagOf(row[name])) held.add(name.slice('ROLE_'.length))
    const isOld = db.has('USER', 'ROLE_FILE_DOWNLOAD')
    const could = isOld ? ['FILE_DOWNLOAD', 'PAGE_STREAMING'] : ['FILE_DOWNLOAD', 'PAGE_STREAMING', 'KOREADER_SYNC']
    const age = foreignIntegerOf(row.AGE_RESTRICTION)
    const isAllowOnly = foreignFlagOf(row.AGE_RESTRICTION_ALLOW_ONLY)
    const password = foreignTextOf(row.PASSWORD)
    yield {
      type: 'user',
      id,
      username: email,
      email,
      role: held.has('ADMIN') ? 'admin' : 'reader',
      passwordHash: password && /^\$2[abxy]\$/.test(password) ? `bcrypt:${password}` : null,
      isActive: true,
      allLibraries: held.has('ADMIN') || foreignFlagOf(row.SHARED_ALL_LIBRARIES),
      libraryIds: (shared.get(id) ?? []).flatMap((one) => foreignIdOf(one.LIBRARY_ID) ?? []),
      ageLimit: age === null ? null : isAllowOnly ? age : Math.max(0, age - 1),
      allowUnrated: age === null || !isAllowOnly,
      tagsOverrideAge: age !== null && isAllowOnly,
      labels: (labels.get(id) ?? []).map((one) => ({
        name: foreignTextOf(one.LABEL) ?? '',
        mode: foreignFlagOf(one.ALLOW) ? 'allow' : 'deny',
      })),
      denied: could.filter((role) => !held.has(role)),
      createdAt: foreignTimeOf(row.CREATED_DATE),
    } satisfies UserRecord
    // In versions with this role, users without it couldn't connect a Kobo.
    const knowsKobo = db.has('USER_ROLE') || db.has('USER', 'ROLE_KOBO_SYNC')
    if (knowsKobo && !held.has('KOBO_SYNC')) yield skippedRecord('restriction', `${email}: KOBO_SYNC`, 'limit')
  }
}

function* books(db: ForeignDatabase): Generator<ImportRecord> {
  const edits = komgaBookEdits(db)
  const columns = [
    'ID',
    'SERIES_ID',
    'LIBRARY_ID',
    'NAME',
    'URL',
    'FILE_SIZE',
    'FILE_HASH_KOREADER',
    'DELETED_DATE',
  ] as const
  for (const row of db.rows('BOOK', columns)) {
    const [id, path] = [foreignIdOf(row.ID), pathOfKomgaUrl(foreignTextOf(row.URL))]
    if (id === null || path === null) {
      yield skippedRecord('book', foreignTextOf(row.NAME) ?? id ?? '', 'address')
      continue
    }
    yield {
      type: 'book',
      id,
      libraryId: foreignIdOf(row.LIBRARY_ID),
      seriesId: foreignIdOf(row.SERIES_ID),
      path,
      size: foreignIntegerOf(row.FILE_SIZE),
      syncHash: foreignTextOf(row.FILE_HASH_KOREADER)?.toLowerCase() ?? null,
      sha256: null,
      ...(row.DELETED_DATE !== null && { isDeleted: true }),
      ...(edits.has(id) && { metadata: edits.get(id) }),
    }
  }
}

function* lists(db: ForeignDatabase, type: 'collection' | 'readList'): Generator<ImportRecord> {
  const [table, members, owner, member] =
    type === 'collection'
      ? ['COLLECTION', 'COLLECTION_SERIES', 'COLLECTION_ID', 'SERIES_ID']
      : ['READLIST', 'READLIST_BOOK', 'READLIST_ID', 'BOOK_ID']
  const byList = groupRows(db.rows(members!, [owner!, member!, 'NUMBER'], { order: ['NUMBER'] }), (row) =>
    foreignIdOf(row[owner!]!),
  )
  const ids = new Set<string>()
  for (const row of db.rows(table!, ['ID', 'NAME', 'SUMMARY', 'ORDERED'])) {
    const id = foreignIdOf(row.ID)
    if (id === null) {
      yield skippedRecord(type, foreignTextOf(row.NAME) ?? '', 'no_id')
      continue
    }
    const memberIds = (byList.get(id) ?? []).flatMap((one) => foreignIdOf(one[member!]!) ?? [])
    const summary = foreignTextOf(row.SUMMARY)
    yield {
      type,
      id,
      name: foreignTextOf(row.NAME) ?? id,
      summary,
      isOrdered: foreignFlagOf(row.ORDERED),
      ownerId: null,
      memberIds,
    }
    ids.add(id)
  }
  yield* orphanListMembers(db.rows(members!, [owner!, member!]), type, { list: owner!, member: member!, lists: ids })
}

function* covers(db: ForeignDatabase): Generator<ImportRecord> {
  const tables = [
    ['THUMBNAIL_SERIES', 'SERIES_ID', 'series'],
    ['THUMBNAIL_BOOK', 'BOOK_ID', 'book'],
    ['THUMBNAIL_COLLECTION', 'COLLECTION_ID', 'collection'],
    ['THUMBNAIL_READLIST', 'READLIST_ID', 'readList'],
  ] as const
  for (const [table, owner, of] of tables) {
    for (const row of db.rows(table, ['ID', owner, 'THUMBNAIL', 'SELECTED'], { where: { TYPE: 'USER_UPLOADED' } })) {
      if (!foreignFlagOf(row.SELECTED)) continue
      const id = foreignIdOf(row[owner])
      if (id === null) {
        yield skippedRecord('cover', of, 'belongs_to_nothing')
        continue
      }
      const bytes = foreignBytesOf(row.THUMBNAIL)
      const data = bytes ? Buffer.from(bytes).toString('base64') : null
      yield { type: 'cover', of, id, data, coverId: foreignIdOf(row.ID) }
    }
    let [unchosen, drawn] = [0, 0]
    for (const row of db.rows(table, ['TYPE', 'SELECTED'])) {
      if (foreignTextOf(row.TYPE) !== 'USER_UPLOADED') drawn += 1
      else if (!foreignFlagOf(row.SELECTED)) unchosen += 1
    }
    if (unchosen > 0) yield { ...skippedRecord('cover', of, 'cover_unselected'), rows: unchosen }
    if (drawn > 0) yield { ...skippedRecord('cover', of, 'cover_drawn'), rows: drawn }
  }
}

function* progress(db: ForeignDatabase): Generator<ImportRecord> {
  const pages = new Map<string, number>()
  for (const row of db.rows('MEDIA', ['BOOK_ID', 'PAGE_COUNT'])) {
    const [id, count] = [foreignIdOf(row.BOOK_ID), foreignIntegerOf(row.PAGE_COUNT)]
    if (id !== null && count !== null) pages.set(id, count)
  }
  const columns = [
    'BOOK_ID',
    'USER_ID',
    'PAGE',
    'COMPLETED',
    'READ_DATE',
    'CREATED_DATE',
    'LAST_MODIFIED_DATE',
  ] as const
  for (const row of db.rows('READ_PROGRESS', [...columns, 'device_name', 'locator'])) {
    const [bookId, userId] = [foreignIdOf(row.BOOK_ID), foreignIdOf(row.USER_ID)]
    if (bookId === null || userId === null) {
      yield skippedRecord('progress', bookId ?? userId ?? '', 'names_nothing')
      continue
    }
    const [page, pageCount] = [foreignIntegerOf(row.PAGE), pages.get(bookId) ?? null]
    const readAt = foreignTimeOf(row.READ_DATE) ?? foreignTimeOf(row.LAST_MODIFIED_DATE)
    // Progress that was synced later has a creation time after the time of reading.
    const startedAt = earliest(foreignTimeOf(row.CREATED_DATE), readAt)
    const isCompleted = foreignFlagOf(row.COMPLETED)
    const locator = locatorOf(foreignGzippedJsonOf(row.locator))
    yield {
      type: 'progress',
      userId,
      bookId,
      page,
      pageCount,
      percentage: percentageOf(locator) ?? (page !== null && pageCount ? Math.min(1, page / pageCount) : null),
      isCompleted,
      startedAt,
      readAt,
      completedAt: isCompleted ? readAt : null,
      device: foreignTextOf(row.device_name),
      ...(locator && { locator }),
    } satisfies ProgressRecord
  }
}

/** For page-based books it contains only the page: without a document it is useless. */
function locatorOf(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null
  return typeof (value as { href?: unknown }).href === 'string' ? (value as Record<string, unknown>) : null
}

function percentageOf(locator: Record<string, unknown> | null): number | null {
  const total = (locator?.locations as { totalProgression?: unknown } | undefined)?.totalProgression
  return typeof total === 'number' && total >= 0 && total <= 1 ? total : null
}

function* keys(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('USER_API_KEY', ['ID', 'USER_ID', 'API_KEY', 'COMMENT', 'CREATED_DATE'])) {
    const [id, userId, verifier] = [
      foreignIdOf(row.ID),
      foreignIdOf(row.USER_ID),
      foreignTextOf(row.API_KEY)?.toLowerCase(),
    ]
    const name = foreignTextOf(row.COMMENT, 200) ?? 'Komga'
    if (id === null || userId === null || !verifier || !/^[0-9a-f]{128}$/.test(verifier)) {
      yield skippedRecord('key', name, 'hash')
      continue
    }
    const dates = { createdAt: foreignTimeOf(row.CREATED_DATE), expiresAt: null, lastUsedAt: null }
    yield {
      type: 'key',
      id,
      userId,
      name,
      scheme: 'sha512',
      lookup: verifier.slice(0, 16),
      verifier,
      ...dates,
    } satisfies ApiKeyRecord
  }
}

function* leftBehind(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('PAGE_HASH', ['HASH', 'ACTION'])) {
    yield skippedRecord('page hash', foreignTextOf(row.HASH) ?? '', 'page_hashes')
  }
}

const earliest = (...times: (number | null)[]): number | null =>
  times.reduce((min, time) => (time === null ? min : min === null ? time : Math.min(min, time)), null)
