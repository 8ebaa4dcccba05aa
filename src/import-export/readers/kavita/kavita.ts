import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignIntegerOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'
import { groupRows } from '../foreign-rows.ts'
import { plainApiKeyRecord } from '../hash-plain-api-key.ts'
import { skippedOrphan } from '../rows-of-users.ts'
import type { SourceFiles, SourceReader } from '../source-reader.ts'
import { unknownParts } from '../unknown-parts.ts'
import { createdAtOf, createdColumns, type KavitaChapters, readKavitaChapters } from './kavita-chapters.ts'
import { kavitaCollections, kavitaReadLists } from './kavita-lists.ts'
import { kavitaBookEdits, kavitaSeriesEdits } from './kavita-metadata.ts'
import { kavitaCompletions, kavitaProgress, kavitaSessions } from './kavita-progress.ts'
import { kavitaRelations } from './kavita-relations.ts'
import { kavitaUnsupportedData } from './kavita-unsupported-data.ts'
import { kavitaAnnotations, kavitaBookmarks, kavitaRatings, kavitaWantToRead } from './kavita-user-data.ts'
import { kavitaUsers } from './kavita-users.ts'

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
      yield* kavitaUsers(db)
      yield* books(db, chapters)
      yield* series(db)
      yield* kavitaRelations(db)
      yield* kavitaCollections(db)
      yield* kavitaReadLists(db, chapters)
      yield* covers(files, chapters)
      yield* kavitaProgress(db, chapters)
      yield* kavitaCompletions(db, chapters)
      yield* kavitaSessions(db, chapters)
      yield* kavitaRatings(db, chapters)
      yield* kavitaWantToRead(db)
      yield* kavitaBookmarks(db, chapters)
      yield* kavitaAnnotations(db, chapters)
      yield* keys(db)
      yield* leftBehind(db)
      yield* kavitaUnsupportedData(db)
      yield* unknownParts(db, 'kavita')
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
    else for (const path of paths) yield { type: 'library', id, name: name || path, path: slashes(path), settings }
  }
}

function* books(db: ForeignDatabase, chapters: KavitaChapters): Generator<ImportRecord> {
  const edits = kavitaBookEdits(db)
  const libraryOf = new Map(
    [...db.rows('Series', ['Id', 'LibraryId'])].map((row) => [foreignIdOf(row.Id), foreignIdOf(row.LibraryId)]),
  )
  for (const row of db.rows('MangaFile', ['Id', 'ChapterId', 'FilePath', 'Bytes', 'KoreaderHash', ...createdColumns])) {
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
      addedAt: createdAtOf(row) ?? chapter?.createdAt ?? null,
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
  for (const row of db.rows('Series', ['Id', 'LibraryId', 'Name', 'FolderPath', ...createdColumns])) {
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
      addedAt: createdAtOf(row),
      ...(metadata && { metadata }),
    }
  }
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
    'Permissions',
  ])) {
    const name = foreignTextOf(row.Name, 200) ?? 'Kavita'
    // Everybody has one: Kavita's pages contain it in the addresses of pictures, so others may have seen it.
    if (name === 'image-only' || foreignIntegerOf(row.Permissions) === ONLY_PICTURES) {
      yield skippedRecord('key', name, 'limit')
      continue
    }
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
      name,
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

const ONLY_PICTURES = 1

function* leftBehind(db: ForeignDatabase): Generator<ImportRecord> {
  for (const row of db.rows('AppUserSmartFilter', ['Name'])) {
    yield skippedRecord('smart filter', foreignTextOf(row.Name) ?? '', 'filters')
  }
}

const slashes = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '')
