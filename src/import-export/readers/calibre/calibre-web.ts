import { delegatedPermissions } from '../../../catalog/access/key-permissions.ts'
import { importRowLabel } from '../../../contract/import-details.ts'
import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignIdOf, foreignIntegerOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord, type UserRecord } from '../../records.ts'
import { groupRows } from '../foreign-rows.ts'
import { plainApiKeyRecord } from '../hash-plain-api-key.ts'
import { orphanListMembers } from '../list-members.ts'
import { skippedOrphan } from '../rows-of-users.ts'
import type { SourceFiles, SourceReader } from '../source-reader.ts'
import { unknownParts, unknownTables } from '../unknown-parts.ts'
import {
  type CalibreBooks,
  calibreBookRecords,
  calibreFileOf,
  calibreStrategies,
  nameOfCalibreBook,
  readCalibreBooks,
} from './calibre-books.ts'
import { readCalibreColumns } from './calibre-columns.ts'
import {
  readCalibreWebBookmarks,
  readCalibreWebCompletions,
  readCalibreWebProgress,
  readKoreaderDocuments,
  readKoreaderFiles,
  readKoreaderProgress,
  readSharedReadFlags,
} from './calibre-web-progress.ts'

/** Calibre-Web's `app.db`. It refers to books by their numbers in Calibre's `metadata.db`, which is needed with it. */
export function readCalibreWeb({ database: db, beside, folder }: SourceFiles): SourceReader {
  const root = calibreFolder(db) ?? folder ?? '/'
  const library: CalibreBooks = beside
    ? readCalibreBooks(beside, root)
    : { id: 'calibre', root, byBook: new Map(), titles: new Map(), folders: new Map(), addedAt: new Map() }
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
      // Books have only numbers here; their names and files are in Calibre's database.
      if (!beside) yield skippedRecord('library', root, 'calibre_database')
      yield* users(db)
      const files = readKoreaderFiles(beside, library)
      if (beside) yield* calibreBookRecords(beside, library, readCalibreColumns(beside))
      yield* readKoreaderDocuments(db, files)
      const koboShelves = new Map<string | null, string[]>()
      yield* shelves(db, library, koboShelves)
      yield* readCalibreWebProgress(db, library)
      yield* readKoreaderProgress(db, files)
      if (beside) yield* readSharedReadFlags(db, beside, library)
      yield* readCalibreWebCompletions(db, library)
      yield* readCalibreWebBookmarks(db, library)
      yield* keys(db, koboShelves)
      yield* leftBehind(db, library)
      yield* unknownParts(db, 'calibre-web')
      // Calibre's own positions and ratings are imported from its own folder.
      if (beside) yield* unknownTables(beside)
    },
  }
}

/** The folder of Calibre's library, on the other machine. */
export function calibreFolder(db: ForeignDatabase): string | null {
  const [settings] = [
    ...db.rows('settings', ['config_calibre_dir', 'config_calibre_split', 'config_calibre_split_dir']),
  ]
  if (!settings) return null
  const split = foreignFlagOf(settings.config_calibre_split) ? foreignTextOf(settings.config_calibre_split_dir) : null
  return (split ?? foreignTextOf(settings.config_calibre_dir))?.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '') ?? null
}

const ADMIN = 1
const DOWNLOAD = 2
const ANONYMOUS = 32
const VIEWER = 256

function* users(db: ForeignDatabase): Generator<ImportRecord> {
  const columns = ['id', 'name', 'nickname', 'email', 'role', 'password', 'denied_tags', 'allowed_tags'] as const
  const values = ['denied_column_value', 'allowed_column_value'] as const
  for (const row of db.rows('user', [...columns, ...values, 'default_language'])) {
    const [id, name, bits] = [
      foreignIdOf(row.id),
      foreignTextOf(row.name) ?? foreignTextOf(row.nickname),
      foreignIntegerOf(row.role) ?? 0,
    ]
    if (id === null || name === null) {
      yield skippedRecord('user', id ?? '', 'no_name')
      continue
    }
    if (bits & ANONYMOUS) {
      yield skippedRecord('user', name, 'guest')
      continue
    }
    const hash = foreignTextOf(row.password)
    yield {
      type: 'user',
      id,
      username: name,
      email: foreignTextOf(row.email),
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
      const tags = foreignTextOf(row[column])
      if (tags) yield skippedRecord('restriction', `${name}: ${tags}`, 'tag_limits')
    }
    const limits = values.map((column) => foreignTextOf(row[column]))
    const language = foreignTextOf(row.default_language)
    limits.push(language === 'all' ? null : language, bits & (ADMIN | VIEWER) ? null : 'viewer')
    for (const limit of limits) if (limit) yield skippedRecord('restriction', `${name}: ${limit}`, 'limit')
  }
}

/** `koboShelves`: receives the shelves that each user syncs to a Kobo. */
function* shelves(
  db: ForeignDatabase,
  library: CalibreBooks,
  koboShelves: Map<string | null, string[]>,
): Generator<ImportRecord> {
  const links = groupRows(db.rows('book_shelf_link', ['shelf', 'book_id', 'order', 'date_added']), (row) =>
    foreignIdOf(row.shelf),
  )
  const [ids, uuids] = [new Map<string, string>(), new Set<string>()]
  for (const row of db.rows('shelf', ['id', 'uuid', 'name', 'is_public', 'user_id', 'kobo_sync', 'created'])) {
    const id = foreignIdOf(row.id)
    if (id === null) {
      yield skippedRecord('readList', foreignTextOf(row.name) ?? '', 'no_id')
      continue
    }
    // Old rows have no order: they are sorted by when they were added.
    const sorted = (links.get(id) ?? []).sort(
      (a, b) =>
        (foreignIntegerOf(a.order) ?? 1e9) - (foreignIntegerOf(b.order) ?? 1e9) ||
        (foreignTimeOf(a.date_added) ?? 0) - (foreignTimeOf(b.date_added) ?? 0),
    )
    // A copied shelf may have the UUID of the other.
    const uuid = foreignTextOf(row.uuid)
    const listId = ids.get(id) ?? (uuid === null || uuids.has(uuid) ? id : uuid)
    uuids.add(listId)
    yield {
      type: 'readList',
      id: listId,
      name: foreignTextOf(row.name) ?? id,
      summary: null,
      isOrdered: true,
      ownerId: foreignFlagOf(row.is_public) ? null : foreignIdOf(row.user_id),
      memberIds: sorted.flatMap((link) => {
        const bookId = foreignIdOf(link.book_id)
        return bookId === null ? [] : (calibreFileOf(library, bookId, null)?.recordId ?? `calibre-${bookId}`)
      }),
      createdAt: foreignTimeOf(row.created),
    }
    ids.set(id, listId)
    if (foreignFlagOf(row.kobo_sync)) {
      const owner = foreignIdOf(row.user_id)
      koboShelves.set(owner, [...(koboShelves.get(owner) ?? []), listId])
    }
  }
  const columns = ['shelf', 'book_id'] as const
  yield* orphanListMembers(db.rows('book_shelf_link', columns), 'readList', {
    list: columns[0],
    member: columns[1],
    lists: ids,
  })
}

function* keys(db: ForeignDatabase, koboShelves: ReadonlyMap<string | null, string[]>): Generator<ImportRecord> {
  const limited = [...db.rows('user', ['id', 'kobo_only_shelves_sync'])].filter((row) =>
    foreignFlagOf(row.kobo_only_shelves_sync),
  )
  const onlyShelves = new Set(limited.map((row) => foreignIdOf(row.id)))
  for (const row of db.rows('remote_auth_token', ['id', 'user_id', 'auth_token', 'token_type', 'expiration'])) {
    const [id, userId, text] = [foreignIdOf(row.id), foreignIdOf(row.user_id), foreignTextOf(row.auth_token, 500)]
    if (!id || !userId || !text) {
      yield skippedOrphan('key', id)
      continue
    }
    if (foreignIntegerOf(row.token_type) !== 1) {
      yield skippedRecord('key', importRowLabel('user', userId), 'one_time')
      continue
    }
    yield {
      type: 'key',
      id,
      userId,
      name: 'Kobo',
      ...plainApiKeyRecord(text),
      // It opened nothing there but the sync of a Kobo, whoever its owner was.
      permissions: [...delegatedPermissions],
      kobo: { listIds: onlyShelves.has(userId) ? (koboShelves.get(userId) ?? []) : null },
      createdAt: null,
      expiresAt: null,
      lastUsedAt: null,
    }
  }
}

function* leftBehind(db: ForeignDatabase, library: CalibreBooks): Generator<ImportRecord> {
  for (const row of db.rows('archived_book', ['book_id'], { where: { is_archived: 1 } })) {
    yield skippedRecord('archived book', nameOfCalibreBook(library, foreignIdOf(row.book_id)), 'archived')
  }
  for (const row of db.rows('kobo_annotation_sync', ['book_id'])) {
    yield skippedRecord('annotation', nameOfCalibreBook(library, foreignIdOf(row.book_id)), 'no_position')
  }
  for (const row of db.rows('magic_shelf', ['name'])) {
    yield skippedRecord('magic shelf', foreignTextOf(row.name) ?? '', 'rules')
  }
}
