import type { ForeignDatabase, ForeignRow } from '../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignHtmlTextOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignTextOf,
  foreignTimeOf,
} from '../foreign-values.ts'
import { type ImportRecord, skippedRecord, type UserRecord } from '../records.ts'
import { plainApiKeyRecord } from './hash-plain-api-key.ts'
import { kavitaAgeOf } from './kavita-ages.ts'
import { kavitaLeftovers } from './kavita-leftovers.ts'
import { kavitaBookEdits, kavitaSeriesEdits } from './kavita-metadata.ts'
import { kavitaRelations } from './kavita-relations.ts'
import {
  type KavitaChapters,
  kavitaAnnotations,
  kavitaBookmarks,
  kavitaProgress,
  kavitaRatings,
  kavitaSessions,
  kavitaWantToRead,
  readKavitaChapters,
} from './kavita-user-data.ts'
import {
  groupRows,
  orphanListMembers,
  type SourceFiles,
  type SourceReader,
  skippedOrphan,
  unknownColumns,
  unknownTables,
} from './source-reader.ts'

/**
 * Kavita's `kavita.db`. A book there is a chapter with one or more files; here each file is a book, so a chapter's
 * pages are distributed over its files in order. A series is a parsed name, not a folder.
 */
export function readKavita(files: SourceFiles): SourceReader {
  const db = files.database
  return {
    kind: 'kavita',
    version: versionOf(db),
    *records() {
      const chapters = readKavitaChapters(db)
      yield* libraries(db)
      yield* users(db)
      yield* books(db, chapters)
      yield* series(db)
      yield* kavitaRelations(db)
      yield* collections(db)
      yield* readLists(db, chapters)
      yield* covers(files, chapters)
      yield* kavitaProgress(db, chapters)
      yield* kavitaSessions(db, chapters)
      yield* kavitaRatings(db, chapters)
      yield* kavitaWantToRead(db)
      yield* kavitaBookmarks(db, chapters)
      yield* kavitaAnnotations(db, chapters)
      yield* keys(db)
      yield* leftBehind(db)
      yield* kavitaLeftovers(db)
      yield* unknownTables(db)
      yield* unknownColumns(db, 'kavita')
    },
  }
}

function versionOf(db: ForeignDatabase): string {
  const steps = [...db.rows('__EFMigrationsHistory', ['MigrationId', 'ProductVersion'], { order: ['MigrationId'] })]
  return `schema ${foreignTextOf(steps.at(-1)?.MigrationId ?? null) ?? 'unknown'}`
}

function* libraries(db: ForeignDatabase): Generator<ImportRecord> {
  const folders = groupRows(db.rows('FolderPath', ['Path', 'LibraryId']), (row) => foreignIdOf(row.LibraryId))
  for (const row of db.rows('Library', ['Id', 'Name', 'Type'])) {
    const [id, name] = [foreignIdOf(row.Id), foreignTextOf(row.Name) ?? '']
    const paths = (folders.get(id ?? '') ?? []).flatMap((folder) => foreignTextOf(folder.Path) ?? [])
    // Type 0 is manga, which is read from right to left.
    const settings = Number(row.Type ?? -1) === 0 ? { defaultReadingDirection: 'rtl' } : undefined
    if (id === null || paths.length === 0) yield skippedRecord('library', name, 'no_folder')
    else for (const path of paths) yield { type: 'library', id, name, path: slashes(path), settings }
  }
}

function* users(db: ForeignDatabase): Generator<ImportRecord> {
  const roleNames = new Map(
    [...db.rows('AspNetRoles', ['Id', 'Name'])].map((row) => [foreignIdOf(row.Id), foreignTextOf(row.Name)]),
  )
  const roles = groupRows(db.rows('AspNetUserRoles', ['UserId', 'RoleId']), (row) => foreignIdOf(row.UserId))
  const opened = groupRows(db.rows('AppUserLibrary', ['AppUsersId', 'LibrariesId']), (row) =>
    foreignIdOf(row.AppUsersId),
  )
  const columns = [
    'Id',
    'UserName',
    'Email',
    'PasswordHash',
    'AgeRestriction',
    'AgeRestrictionIncludeUnknowns',
  ] as const
  for (const row of db.rows('AspNetUsers', [
    ...columns,
    'LockoutEnd',
    'OidcId',
    'IdentityProvider',
    'CreatedUtc',
    'Created',
  ])) {
    const [id, username] = [foreignIdOf(row.Id), foreignTextOf(row.UserName)]
    if (id === null || username === null) {
      yield skippedRecord('user', id ?? '', 'no_name')
      continue
    }
    const held = new Set((roles.get(id) ?? []).map((role) => roleNames.get(foreignIdOf(role.RoleId))))
    const isAdmin = held.has('Admin')
    const hash = foreignTextOf(row.PasswordHash)
    const restriction = foreignIntegerOf(row.AgeRestriction)
    // 0 is "unknown": the user sees only unrated series, and those only if unknown ratings are included.
    const isRestricted = !isAdmin && restriction !== null && restriction !== NO_AGE_RESTRICTION
    const lockedUntil = foreignTextOf(row.LockoutEnd, 100)
    const isLocked = lockedUntil !== null && isLater(lockedUntil)
    yield {
      type: 'user',
      id,
      username,
      email: foreignTextOf(row.Email),
      role: isAdmin ? 'admin' : 'reader',
      passwordHash: hash && foreignIntegerOf(row.IdentityProvider) !== 1 ? `aspnet:${hash}` : null,
      // Versions without this role let all users sign in.
      isActive: !isLocked && (held.has('Login') || isAdmin || ![...roleNames.values()].includes('Login')),
      allLibraries: isAdmin,
      libraryIds: (opened.get(id) ?? []).flatMap((one) => foreignIdOf(one.LibrariesId) ?? []),
      ageLimit: isRestricted ? (kavitaAgeOf(restriction) ?? 0) : null,
      allowUnrated: !isRestricted || foreignFlagOf(row.AgeRestrictionIncludeUnknowns),
      labels: [],
      denied: isAdmin || held.has('Download') ? [] : ['FILE_DOWNLOAD'],
      createdAt: foreignTimeOf(row.CreatedUtc) ?? foreignTimeOf(row.Created),
    } satisfies UserRecord
    if (isLocked) yield skippedRecord('restriction', `${username}: ${lockedUntil}`, 'disabled')
    if (held.has('Read Only')) yield skippedRecord('restriction', `${username}: Read Only`, 'limit')
  }
}

const NO_AGE_RESTRICTION = -1

/** `2026-11-17 20:15:30.1234567+00:00`; a lock for ever ends in the year 9999. */
const isLater = (text: string) => text.replace(' ', 'T').slice(0, 19) > new Date().toISOString()

function* books(db: ForeignDatabase, chapters: KavitaChapters): Generator<ImportRecord> {
  const edits = kavitaBookEdits(db)
  const libraryOf = new Map(
    [...db.rows('Series', ['Id', 'LibraryId'])].map((row) => [foreignIdOf(row.Id), foreignIdOf(row.LibraryId)]),
  )
  for (const row of db.rows('MangaFile', ['Id', 'ChapterId', 'FilePath', 'Bytes', 'KoreaderHash'])) {
    const [id, path, chapterId] = [foreignIdOf(row.Id), foreignTextOf(row.FilePath), foreignIdOf(row.ChapterId)]
    if (id === null || path === null) {
      yield skippedRecord('book', id ?? '', 'no_file')
      continue
    }
    const chapter = chapters.get(chapterId ?? '')
    const seriesId = chapter?.seriesId ?? null
    const metadata = chapter && chapter.files.length === 1 ? edits.byChapter.get(chapter.id) : undefined
    yield {
      type: 'book',
      id,
      libraryId: libraryOf.get(seriesId) ?? null,
      seriesId,
      path: slashes(path),
      size: foreignIntegerOf(row.Bytes) || null,
      syncHash: foreignTextOf(row.KoreaderHash)?.toLowerCase() ?? null,
      sha256: null,
      chapterId,
      ...(metadata && { metadata }),
    }
    if (chapter && chapter.files.length > 1 && edits.byChapter.has(chapter.id) && chapter.files[0]!.id === id) {
      yield skippedRecord('book metadata', path, 'chapter_of_files')
    }
    const unknown = chapter?.files[0]?.id === id ? edits.unknown.get(chapter.id) : undefined
    if (unknown) yield skippedRecord('book metadata', path, 'field_unknown', { fields: unknown.join(', ') })
  }
}

function* series(db: ForeignDatabase): Generator<ImportRecord> {
  const edits = kavitaSeriesEdits(db)
  for (const row of db.rows('Series', ['Id', 'LibraryId', 'Name', 'FolderPath'])) {
    const id = foreignIdOf(row.Id)
    if (id === null) {
      yield skippedRecord('series', foreignTextOf(row.Name) ?? '', 'no_id')
      continue
    }
    const metadata = edits.get(id)
    const [name, path] = [foreignTextOf(row.Name) ?? id, foreignTextOf(row.FolderPath)]
    yield {
      type: 'series',
      id,
      libraryId: foreignIdOf(row.LibraryId),
      name,
      path: path && slashes(path),
      ...(metadata && { metadata }),
    }
  }
}

function* collections(db: ForeignDatabase): Generator<ImportRecord> {
  const members = groupRows(db.rows('AppUserCollectionSeries', ['CollectionsId', 'ItemsId']), (row) =>
    foreignIdOf(row.CollectionsId),
  )
  const lists = new Set<string | null>()
  for (const row of db.rows('AppUserCollection', ['Id', 'AppUserId', 'Title', 'Summary', 'Promoted'])) {
    yield* collection(row, members, foreignFlagOf(row.Promoted) ? null : foreignIdOf(row.AppUserId), '')
    lists.add(foreignIdOf(row.Id))
  }
  const columns = ['CollectionsId', 'ItemsId'] as const
  const of = { list: columns[0], member: columns[1], lists }
  yield* orphanListMembers(db.rows('AppUserCollectionSeries', columns), 'collection', of)
  // Before 0.8 collections had no owner, and referred to the metadata of series.
  const seriesOf = new Map(
    [...db.rows('SeriesMetadata', ['Id', 'SeriesId'])].map((row) => [foreignIdOf(row.Id), row.SeriesId]),
  )
  const joined = [...db.rows('CollectionTagSeriesMetadata', ['CollectionTagsId', 'SeriesMetadatasId'])].map((row) => ({
    CollectionsId: row.CollectionTagsId,
    ItemsId: seriesOf.get(foreignIdOf(row.SeriesMetadatasId)) ?? null,
  }))
  const old = groupRows(joined, (row) => foreignIdOf(row.CollectionsId))
  const tags = new Set<string | null>()
  for (const row of db.rows('CollectionTag', ['Id', 'Title', 'Summary'])) {
    yield* collection(row, old, null, 'tag-')
    tags.add(foreignIdOf(row.Id))
  }
  yield* orphanListMembers(joined, 'collection', { ...of, lists: tags })
}

function* collection(
  row: ForeignRow<'Id' | 'Title' | 'Summary'>,
  members: Map<string, ForeignRow<'ItemsId'>[]>,
  ownerId: string | null,
  prefix: string,
): Generator<ImportRecord> {
  const id = foreignIdOf(row.Id)
  if (id === null) {
    yield skippedRecord('collection', foreignTextOf(row.Title) ?? '', 'no_id')
    return
  }
  const memberIds = (members.get(id) ?? []).flatMap((one) => foreignIdOf(one.ItemsId) ?? [])
  const [name, summary] = [foreignTextOf(row.Title) ?? id, foreignHtmlTextOf(row.Summary)]
  yield { type: 'collection', id: prefix + id, name, summary, isOrdered: false, ownerId, memberIds }
}

function* readLists(db: ForeignDatabase, chapters: KavitaChapters): Generator<ImportRecord> {
  const items = groupRows(
    db.rows('ReadingListItem', ['ReadingListId', 'ChapterId', 'Order'], { order: ['Order'] }),
    (row) => foreignIdOf(row.ReadingListId),
  )
  const lists = new Set<string>()
  for (const row of db.rows('ReadingList', ['Id', 'AppUserId', 'Title', 'Summary', 'Promoted'])) {
    const id = foreignIdOf(row.Id)
    if (id === null) {
      yield skippedRecord('readList', foreignTextOf(row.Title) ?? '', 'no_id')
      continue
    }
    const memberIds = (items.get(id) ?? []).flatMap((item) => {
      const chapterId = foreignIdOf(item.ChapterId)
      if (chapterId === null) return []
      const files = chapters.get(chapterId ?? '')?.files
      // A deleted chapter is reported as a missing member instead of being dropped silently.
      return files && files.length > 0 ? files.map((file) => file.id) : [`chapter-${chapterId}`]
    })
    const ownerId = foreignFlagOf(row.Promoted) ? null : foreignIdOf(row.AppUserId)
    const [name, summary] = [foreignTextOf(row.Title) ?? id, foreignHtmlTextOf(row.Summary)]
    yield { type: 'readList', id, name, summary, isOrdered: true, ownerId, memberIds }
    lists.add(id)
  }
  const columns = ['ReadingListId', 'ChapterId'] as const
  const of = { list: columns[0], member: columns[1], lists }
  yield* orphanListMembers(db.rows('ReadingListItem', columns), 'readList', of)
}

function* covers(files: SourceFiles, chapters: KavitaChapters): Generator<ImportRecord> {
  const tables = [
    ['Series', 'series', ''],
    ['Chapter', 'book', ''],
    ['Volume', 'volume', ''],
    ['AppUserCollection', 'collection', ''],
    ['CollectionTag', 'collection', 'tag-'],
    ['ReadingList', 'readList', ''],
  ] as const
  for (const [table, of, prefix] of tables) {
    for (const row of files.database.rows(table, ['Id', 'CoverImage'], { where: { CoverImageLocked: 1 } })) {
      const [own, name] = [foreignIdOf(row.Id), foreignTextOf(row.CoverImage)]
      if (of === 'volume') {
        yield skippedRecord('cover', name ?? '', 'cover_of_volume')
        continue
      }
      const id = of === 'book' ? chapters.get(own ?? '')?.files[0]?.id : own
      if (!id) {
        yield skippedRecord('cover', name ?? '', 'belongs_to_nothing')
        continue
      }
      const bytes = name === null ? undefined : files.readPicture(`covers/${name}`)
      yield { type: 'cover', of, id: prefix + id, data: bytes ? Buffer.from(bytes).toString('base64') : null }
    }
  }
}

function* keys(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('AppUserAuthKey', [
    'Id',
    'AppUserId',
    'Key',
    'Name',
    'CreatedAtUtc',
    'ExpiresAtUtc',
    'LastAccessedAtUtc',
  ])) {
    const [id, userId, text] = [foreignIdOf(row.Id), foreignIdOf(row.AppUserId), foreignTextOf(row.Key, 500)]
    if (!id || !userId || !text) {
      yield skippedOrphan('key', id)
      continue
    }
    const dates = {
      createdAt: foreignTimeOf(row.CreatedAtUtc),
      expiresAt: foreignTimeOf(row.ExpiresAtUtc),
      lastUsedAt: foreignTimeOf(row.LastAccessedAtUtc),
    }
    yield {
      type: 'key',
      id,
      userId,
      name: foreignTextOf(row.Name, 200) ?? 'Kavita',
      ...plainApiKeyRecord(text),
      ...dates,
    }
  }
  // Until 0.8.9 every user had one key, stored in the account.
  for (const row of db.rows('AspNetUsers', ['Id', 'ApiKey'])) {
    const [userId, text] = [foreignIdOf(row.Id), foreignTextOf(row.ApiKey, 500)]
    if (!userId || !text) continue
    const dates = { createdAt: null, expiresAt: null, lastUsedAt: null }
    yield { type: 'key', id: `user-${userId}`, userId, name: 'Kavita', ...plainApiKeyRecord(text), ...dates }
  }
}

function* leftBehind(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('AppUserSmartFilter', ['Name'])) {
    yield skippedRecord('smart filter', foreignTextOf(row.Name) ?? '', 'filters')
  }
}

const slashes = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '')
