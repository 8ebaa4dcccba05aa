import type { BookFacts } from '../catalog/merge/book-facts.ts'
import { lockNamesOf, openLocksOf } from '../catalog/metadata/locks.ts'
import type { UploadedPictureStore } from '../images/uploaded-picture-store.ts'
import { readIdentitiesForExport } from '../store/export/read-identities-for-export.ts'
import {
  readApiKeysForExport,
  readBooksForExport,
  readCoversForExport,
  readFacetNamesForExport,
  readFontsForExport,
  readLibrariesForExport,
  readListsForExport,
  readSeriesForExport,
} from '../store/export/read-rows-for-export.ts'
import { readAlternateTitlesForExport, readRelationsForExport } from '../store/export/read-series-rows-for-export.ts'
import { type ExternalData, readExternalData } from '../store/external/read-external-data.ts'
import { parseLibraryMetadataOptions } from '../store/library/library-metadata-options.ts'
import type { Db } from '../store/open.ts'
import { parseStoredJson } from '../store/parse-stored-json.ts'
import { bytesToUuid } from '../store/uid.ts'
import { readPasswordHash } from '../store/user/account.ts'
import { listUsers } from '../store/user/read.ts'
import { exportUserData } from './export-user-data.ts'
import type { ImportRecord } from './records.ts'
import { UUIDS } from './run/map-ids.ts'
import type { ApiKeyScheme } from './user-records.ts'

/**
 * All data of the server, or of one user, as records that `lectern import` reads elsewhere. Books are identified by
 * their paths and hashes, so that they are found wherever they are stored. Only the server's export contains hashes of
 * API keys: a user may keep their own export anywhere. Login sessions are not exported.
 */
export async function* exportRecords(
  db: Db,
  pictures: Pick<UploadedPictureStore, 'find'>,
  { userId }: { userId?: number } = {},
): AsyncGenerator<ImportRecord> {
  if (userId !== undefined) {
    yield* exportPerson(db, pictures, userId)
    return
  }
  yield* libraries(db, true)
  yield* users(db)
  yield* books(db, true)
  yield* series(db, true)
  yield* relations(db)
  yield* lists(db)
  yield* covers(db, pictures)
  yield* exportUserData(db)
  yield* fonts(db, pictures)
  yield* apiKeys(db)
}

/** Only the libraries and books that the user's own rows refer to: the rest doesn't belong to the user. */
async function* exportPerson(
  db: Db,
  pictures: Pick<UploadedPictureStore, 'find'>,
  userId: number,
): AsyncGenerator<ImportRecord> {
  const own = await Array.fromAsync(lists(db, userId))
  const read = await Array.fromAsync(exportUserData(db, userId))
  const meant = new Set([...own, ...read].flatMap(idsIn))
  const linked: ImportRecord[] = []
  const homes = new Set<string | null>()
  for await (const book of books(db, false)) {
    // Also the books of a series, as the import finds a series by its books.
    if (book.type !== 'book' || !(meant.has(book.id) || meant.has(book.seriesId ?? ''))) continue
    linked.push(book)
    homes.add(book.libraryId)
  }
  for await (const one of series(db, false)) if (one.type === 'series' && meant.has(one.id)) linked.push(one)
  for await (const one of libraries(db, false))
    if (one.type === 'library' && (homes.has(one.id) || meant.has(one.id))) yield one
  yield* users(db, userId)
  yield* linked
  yield* own
  yield* covers(db, pictures, new Set(own.flatMap((list) => ('id' in list ? (list.id ?? []) : []))))
  yield* read
  yield* fonts(db, pictures, userId)
}

/** All covers, or only those of these lists. */
async function* covers(
  db: Db,
  pictures: Pick<UploadedPictureStore, 'find'>,
  lists?: ReadonlySet<string>,
): AsyncGenerator<ImportRecord> {
  for (const { of, uid, hash } of await readCoversForExport(db)) {
    const id = bytesToUuid(uid)
    if (lists && !lists.has(id)) continue
    const bytes = await pictures.find(hash)
    yield { type: 'cover', of, id, data: bytes ? Buffer.from(bytes).toString('base64') : null }
  }
}

/** The fonts of all users and of the server, or only those of one user. */
async function* fonts(
  db: Db,
  pictures: Pick<UploadedPictureStore, 'find'>,
  userId?: number,
): AsyncGenerator<ImportRecord> {
  for (const { user, family, hash } of await readFontsForExport(db, userId)) {
    const bytes = await pictures.find(hash)
    const data = bytes ? Buffer.from(bytes).toString('base64') : null
    yield { type: 'font', userId: user && bytesToUuid(user), family, data }
  }
}

function idsIn(record: ImportRecord): string[] {
  if (record.type === 'collection' || record.type === 'readList') return record.memberIds
  if ('bookId' in record) return [record.bookId]
  if (record.type === 'follow' || record.type === 'hide') return [record.seriesId]
  if (record.type === 'filter' || record.type === 'preference') return JSON.stringify(record).match(UUIDS) ?? []
  return 'of' in record ? [record.id] : []
}

async function* lists(db: Db, userId?: number): AsyncGenerator<ImportRecord> {
  for (const entity of ['collection', 'read_list'] as const) {
    for (const list of await readListsForExport(db, entity, userId)) {
      yield {
        type: entity === 'collection' ? 'collection' : 'readList',
        id: bytesToUuid(list.uid),
        name: list.name,
        summary: list.summary,
        isOrdered: Boolean(list.is_ordered),
        ownerId: list.owner && bytesToUuid(list.owner),
        memberIds: list.members.map(bytesToUuid),
        ...(list.condition && { condition: parseStoredJson(list.condition, null) }),
      }
    }
  }
}

async function* apiKeys(db: Db): AsyncGenerator<ImportRecord> {
  for (const row of await readApiKeysForExport(db)) {
    // A key that another server issued has its scheme as a prefix.
    const [, scheme = 'lectern', lookup = row.prefix] = /^(\w+):(.*)$/s.exec(row.prefix) ?? []
    const hash = Buffer.from(row.secret_hash)
    yield {
      type: 'key',
      id: bytesToUuid(row.uid),
      userId: bytesToUuid(row.userUid),
      name: row.name,
      scheme: scheme as ApiKeyScheme,
      lookup,
      verifier: scheme === 'codex' ? hash.toString() : hash.toString('hex'),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      permissions: parseStoredJson(row.permissions, []),
      syncHash: row.sync_hash || null,
    }
  }
}

/** With their settings, so that the same files become the same series elsewhere. */
async function* libraries(db: Db, isWhole: boolean): AsyncGenerator<ImportRecord> {
  for (const row of await readLibrariesForExport(db)) {
    const settings = {
      description: row.description,
      seriesStrategy: row.series_strategy,
      seriesConfig: parseStoredJson(row.series_config, {}),
      bookStrategy: row.book_strategy,
      bookConfig: parseStoredJson(row.book_config, {}),
      numberStrategy: row.number_strategy,
      numberConfig: parseStoredJson(row.number_config, {}),
      scanningConfig: parseStoredJson(row.scanning, {}),
      allowedFormats: parseStoredJson(row.allowed_formats, []),
      excludedPatterns: parseStoredJson(row.excluded_patterns, []),
      defaultReadingDirection: row.default_reading_direction,
      titlePreprocessingRules: parseStoredJson(row.title_rules, []),
      metadataConfig: parseLibraryMetadataOptions(row.metadata_options),
      textSearch: row.text_search === 1,
    }
    const { name, path } = row
    yield { type: 'library', id: bytesToUuid(row.uid), name, path, ...(isWhole && { settings }) }
  }
}

async function* users(db: Db, userId?: number): AsyncGenerator<ImportRecord> {
  const identities = userId === undefined ? await readIdentitiesForExport(db) : new Map()
  const { data } = await listUsers(db, {}, { limit: 1_000_000, offset: 0 })
  for (const user of data) {
    if (userId !== undefined && user.id !== userId) continue
    const hash = await readPasswordHash(db, user.id)
    yield {
      type: 'user',
      id: user.uid,
      username: user.username,
      email: user.email,
      role: user.role,
      passwordHash: hash,
      isActive: user.isActive,
      allLibraries: user.allLibraries,
      libraryIds: user.libraryUids,
      ageLimit: user.ageLimit,
      allowUnrated: user.allowUnrated,
      tagsOverrideAge: user.tagsOverrideAge,
      denied: user.denied,
      labels: user.sharingTags.map(({ name, mode }) => ({ name, mode })),
      ...(userId === undefined && { permissions: user.permissions, identities: identities.get(user.id) ?? [] }),
      createdAt: user.createdAt,
    }
  }
}

/** Each row with its external ids and links; reads a thousand at a time, so that a million fit into memory. */
async function* withExternalData<Row extends { id: number }>(
  db: Db,
  owner: 'book' | 'series',
  isWhole: boolean,
  rows: AsyncIterable<Row>,
): AsyncGenerator<[Row, ExternalData | undefined]> {
  const none = new Map<number, ExternalData>()
  let some: Row[] = []
  const give = async function* (): AsyncGenerator<[Row, ExternalData | undefined]> {
    const ids = some.map(({ id }) => id)
    const external = isWhole ? await readExternalData(db, owner, ids) : none
    for (const row of some) yield [row, external.get(row.id)]
    some = []
  }
  for await (const row of rows) {
    some.push(row)
    if (some.length >= 1000) yield* give()
  }
  yield* give()
}

/** A user's export only identifies the books: edited metadata belongs to the server. */
async function* books(db: Db, isWhole: boolean): AsyncGenerator<ImportRecord> {
  const none = new Map<number, string[]>()
  const tags = isWhole ? await readFacetNamesForExport(db, 'book_tag') : none
  const genres = isWhole ? await readFacetNamesForExport(db, 'book_genre') : none
  for await (const [row, external] of withExternalData(db, 'book', isWhole, readBooksForExport(db))) {
    const stored = isWhole ? parseStoredJson<string[]>(row.locks, []) : []
    const locks = lockNamesOf(stored).filter((lock) => lock !== 'cover')
    const openLocks = openLocksOf(stored)
    const facts = parseStoredJson<Record<string, unknown>>(row.facts, {})
    const { seriesFromImport: series } = facts as Pick<BookFacts, 'seriesFromImport'>
    const own: Record<string, unknown> = {
      ...facts,
      title: row.title,
      titleSort: row.title_sort,
      number: row.number_text,
      summary: row.summary,
      authors: parseStoredJson(row.authors, []),
      customMetadata: parseStoredJson(row.custom_metadata, null),
    }
    const fields = Object.fromEntries(
      locks.filter((lock) => lock !== 'tags' && lock !== 'genres').map((lock) => [lock, own[lock] ?? null]),
    )
    if (locks.includes('genres')) fields.genre = genres.get(row.id)?.join(', ') ?? null
    const metadata = {
      fields,
      ...(locks.includes('tags') && { tags: tags.get(row.id) ?? [] }),
      ...(openLocks.length > 0 && { openLocks }),
      ...external,
    }
    yield {
      type: 'book',
      id: bytesToUuid(row.uid),
      libraryId: bytesToUuid(row.libraryUid),
      seriesId: bytesToUuid(row.seriesUid),
      path: `${row.root.replace(/\/+$/, '')}/${row.path}`,
      size: row.file_size,
      syncHash: row.sync_hash,
      sha256: row.file_size <= 2 ** 20 && row.hash !== '' ? row.hash : null,
      ...(isWhole && { addedAt: row.created_at }),
      ...(row.deleted_at !== null && { isDeleted: true }),
      ...((locks.length > 0 || external) && { metadata }),
      ...(isWhole && series && { series: { name: series.series, number: series.number ?? null, isNewer: true } }),
    }
  }
}

const SERIES_COLUMNS: Readonly<Record<string, string>> = {
  title: 'title',
  titleSort: 'title_sort',
  summary: 'summary',
  publisher: 'publisher',
  imprint: 'imprint',
  status: 'status',
  ageRating: 'age_rating',
  language: 'language',
  readingDirection: 'reading_direction',
  year: 'year',
  totalBookCount: 'total_book_count',
}

async function* series(db: Db, isWhole: boolean): AsyncGenerator<ImportRecord> {
  const none = new Map<number, string[]>()
  const [genres, tags, labels] = isWhole
    ? [
        await readFacetNamesForExport(db, 'series_genre'),
        await readFacetNamesForExport(db, 'series_tag'),
        await readFacetNamesForExport(db, 'series_sharing_tag'),
      ]
    : [none, none, none]
  const titles = isWhole ? await readAlternateTitlesForExport(db) : new Map()
  for await (const [row, external] of withExternalData(db, 'series', isWhole, readSeriesForExport(db))) {
    const locks = isWhole ? parseStoredJson<string[]>(row.locks, []) : []
    const openLocks = openLocksOf(locks)
    const fields: Record<string, unknown> = {}
    for (const lock of locks) {
      const column = SERIES_COLUMNS[lock]
      if (column) fields[lock] = (row as unknown as Record<string, unknown>)[column] ?? null
    }
    if (locks.includes('authorsJsonLock')) fields.authors = parseStoredJson(row.authors, [])
    if (locks.includes('customMetadata')) fields.customMetadata = parseStoredJson(row.custom_metadata, null)
    const metadata = {
      fields,
      ...(locks.includes('genres') && { genres: genres.get(row.id) ?? [] }),
      ...(locks.includes('tags') && { tags: tags.get(row.id) ?? [] }),
      ...(labels.has(row.id) && { labels: labels.get(row.id)! }),
      ...(titles.has(row.id) && { alternateTitles: titles.get(row.id)! }),
      ...(locks.includes('alternateTitles') && { alternateTitlesLocked: true }),
      ...(openLocks.length > 0 && { openLocks }),
      ...external,
    }
    yield {
      type: 'series',
      id: bytesToUuid(row.uid),
      libraryId: bytesToUuid(row.libraryUid),
      name: row.title,
      path: `${row.root.replace(/\/+$/, '')}/${row.path}`,
      ...(isWhole && { addedAt: row.created_at }),
      ...(Object.keys(metadata.fields).length + Object.keys(metadata).length > 1 && { metadata }),
    }
  }
}

async function* relations(db: Db): AsyncGenerator<ImportRecord> {
  for (const { uid, otherUid, kind, source } of await readRelationsForExport(db)) {
    const both = { seriesId: bytesToUuid(uid), otherId: bytesToUuid(otherUid) }
    yield { type: 'relation', ...both, kind, ...(source === 'plugin' && { source: 'plugin' as const }) }
  }
}
