import { isOneShotsFolder } from '../../../formats/filename/fill-facts-from-folders.ts'
import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import {
  foreignBytesOf,
  foreignFlagOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignTextOf,
  foreignTimeOf,
} from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'
import type { ApiKeyRecord } from '../../user-records.ts'
import { groupRows, rowsInChunks } from '../foreign-rows.ts'
import { membersOfLists, orphanListMembers } from '../list-members.ts'
import type { SourceFiles, SourceReader } from '../source-reader.ts'
import { unknownParts } from '../unknown-parts.ts'
import { komgaLibrarySettings, komgaSettingColumns } from './komga-library-settings.ts'
import { komgaBookMetadata, komgaSeries } from './komga-metadata.ts'
import { pathOfKomgaUrl } from './komga-path.ts'
import { komgaProgress } from './komga-progress.ts'
import { komgaUsers, komgaUsersWithKobo } from './komga-users.ts'

/** Komga's `database.sqlite`. Rows of deleted files (DELETED_DATE) still have progress, so they are imported, too. */
export function readKomga({ database: db }: SourceFiles): SourceReader {
  return {
    kind: 'komga',
    version: versionOf(db),
    *records() {
      yield* libraries(db)
      yield* komgaUsers(db)
      yield* books(db)
      yield* komgaSeries(db)
      yield* lists(db, 'collection')
      yield* lists(db, 'readList')
      yield* covers(db)
      yield* komgaProgress(db)
      yield* keys(db)
      yield* leftBehind(db)
      yield* unknownParts(db, 'komga')
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
      yield skippedRecord('library', foreignTextOf(row.NAME) ?? foreignIdOf(row.ID) ?? '', 'no_folder')
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

function* books(db: ForeignDatabase): Generator<ImportRecord> {
  const columns = [
    'ID',
    'SERIES_ID',
    'LIBRARY_ID',
    'NAME',
    'URL',
    'FILE_SIZE',
    'FILE_HASH_KOREADER',
    'CREATED_DATE',
    'DELETED_DATE',
  ] as const
  for (const rows of rowsInChunks(db.rows('BOOK', columns), BOOKS_AT_ONCE)) {
    const metadata = komgaBookMetadata(db, rows)
    for (const row of rows) {
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
        addedAt: foreignTimeOf(row.CREATED_DATE),
        ...(row.DELETED_DATE !== null && { isDeleted: true }),
        ...(metadata.has(id) && { metadata: metadata.get(id) }),
      }
    }
  }
}

/** Metadata of all books at once wouldn't fit into memory. */
const BOOKS_AT_ONCE = 5000

function* lists(db: ForeignDatabase, type: 'collection' | 'readList'): Generator<ImportRecord> {
  const [table, members, owner, member] =
    type === 'collection'
      ? ['COLLECTION', 'COLLECTION_SERIES', 'COLLECTION_ID', 'SERIES_ID']
      : ['READLIST', 'READLIST_BOOK', 'READLIST_ID', 'BOOK_ID']
  const byList = membersOfLists(db, members!, { list: owner!, member: member!, order: 'NUMBER' })
  const ids = new Set<string>()
  // Until 2023 read lists had no other order.
  const isAlwaysOrdered = !db.has(table!, 'ORDERED')
  for (const row of db.rows(table!, ['ID', 'NAME', 'SUMMARY', 'ORDERED', 'CREATED_DATE'])) {
    const id = foreignIdOf(row.ID)
    if (id === null) {
      yield skippedRecord(type, foreignTextOf(row.NAME) ?? '', 'no_id')
      continue
    }
    const summary = foreignTextOf(row.SUMMARY)
    yield {
      type,
      id,
      name: foreignTextOf(row.NAME) ?? id,
      summary,
      isOrdered: isAlwaysOrdered || foreignFlagOf(row.ORDERED),
      ownerId: null,
      memberIds: byList.get(id) ?? [],
      createdAt: foreignTimeOf(row.CREATED_DATE),
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

function* keys(db: ForeignDatabase): Generator<ImportRecord> {
  const owners = komgaUsersWithKobo(db)
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
      // Komga sends every ebook that its owner may see.
      ...(owners.has(userId) && { kobo: { listIds: null } }),
    } satisfies ApiKeyRecord
  }
}

function* leftBehind(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('PAGE_HASH', ['HASH', 'ACTION'])) {
    yield skippedRecord('page hash', foreignTextOf(row.HASH) ?? '', 'page_hashes')
  }
}
