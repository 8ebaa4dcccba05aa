import type { Static } from 'typebox'
import {
  BookStrategyName,
  DetectedSeriesPreview,
  NumberStrategyName,
  SeriesStrategyName,
} from './library-strategies.ts'
import { ReadingDirection } from './metadata.ts'
import { Page, Paging } from './paging.ts'
import { ById, del, get, Nullable, patch, post, Timestamp, Uuid } from './route.ts'
import { Task } from './tasks.ts'
import Type from './typebox.ts'

export const libraryFormats = ['cbz', 'cbr', 'epub', 'pdf'] as const
const Config = Nullable(Type.Record(Type.String(), Type.Unknown()))

export const ScanMode = Type.Enum(['normal', 'deep'], {
  default: 'normal',
  description: '`normal` reads new and changed files, `deep` reads every file again.',
})

export const LibraryScanningConfig = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ default: true, description: 'Whether to scan automatically at all.' })),
    cronSchedule: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 200,
          description: 'When to scan, as a cron expression with five, six or seven fields.',
          examples: ['0 4 * * *'],
        }),
      ),
    ),
    cronTimezone: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 100,
          description: 'IANA time zone name. Defaults to the time zone of the server.',
          examples: ['Europe/Paris'],
        }),
      ),
    ),
    scanMode: Type.Optional(ScanMode),
    scanOnStart: Type.Optional(Type.Boolean({ default: false })),
    watch: Type.Optional(Type.Boolean({ default: true, description: 'Watch the folder for changes.' })),
    purgeDeletedOnScan: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Permanently remove missing books after a scan, unless most of the library is missing.',
      }),
    ),
  },
  { title: 'ScanningConfig', additionalProperties: false },
)
export type LibraryScanningConfig = Static<typeof LibraryScanningConfig>

export const TitleRule = Type.Object(
  {
    pattern: Type.String({ minLength: 1, maxLength: 500, description: 'A regular expression (RE2 syntax).' }),
    replacement: Type.String({ maxLength: 500 }),
    description: Type.Optional(Type.String({ maxLength: 500 })),
    enabled: Type.Boolean({ default: true }),
  },
  { title: 'TitleRule', additionalProperties: false },
)
const TitleRules = Type.Array(TitleRule, {
  maxItems: 50,
  description: 'Replacements applied to the name of a new series, in order.',
})

const seriesCoverRules = ['first', 'last', 'first_unread_or_first', 'first_unread_or_last'] as const
const off = (description: string) => Type.Optional(Type.Boolean({ default: false, description }))

export const LibraryMetadataConfig = Type.Object(
  {
    localArtwork: off(
      'Use image files as covers: one next to a book with the same name, one named `cover`, `default`, `folder`, `poster` or `series` in the folder of a series, or Calibre’s `cover.jpg`.',
    ),
    collectionsFromFiles: off('Add series to a collection for each `SeriesGroup` in ComicInfo.'),
    readListsFromFiles: off('Add books to a read list for each `StoryArc` in ComicInfo.'),
    volumeInSeriesTitle: off('Add the volume from ComicInfo to the series title: “Aurora (2015)”.'),
    hashPages: off(
      'A Komga option, accepted for compatibility. It has no effect: this server looks for duplicate books, not for duplicate pages.',
    ),
    seriesCover: Type.Optional(
      Type.Enum([...seriesCoverRules], { default: 'first', description: 'Which book’s cover a series shows.' }),
    ),
  },
  { title: 'MetadataConfig', additionalProperties: false },
)
export type LibraryMetadataConfig = Static<typeof LibraryMetadataConfig>

export const Library = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    path: Type.String(),
    description: Nullable(Type.String()),
    isActive: Type.Boolean({ description: 'False while the folder is missing, unreadable or unexpectedly empty.' }),
    seriesStrategy: SeriesStrategyName,
    seriesConfig: Config,
    bookStrategy: BookStrategyName,
    bookConfig: Config,
    numberStrategy: NumberStrategyName,
    numberConfig: Config,
    scanningConfig: Nullable(LibraryScanningConfig),
    lastScannedAt: Nullable(Timestamp),
    allowedFormats: Type.Array(Type.Enum([...libraryFormats])),
    excludedPatterns: Nullable(Type.String({ description: 'Glob patterns, one per line.' })),
    defaultReadingDirection: ReadingDirection,
    titlePreprocessingRules: TitleRules,
    metadataConfig: LibraryMetadataConfig,
    textSearch: Type.Boolean({ description: 'Whether the text of its EPUBs and PDFs can be searched.' }),
    bookCount: Type.Integer({ minimum: 0, description: 'What you can see.' }),
    seriesCount: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Library' },
)
export type Library = Static<typeof Library>

const settings = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
  seriesStrategy: Type.Optional(SeriesStrategyName),
  seriesConfig: Type.Optional(Config),
  bookStrategy: Type.Optional(BookStrategyName),
  bookConfig: Type.Optional(Config),
  numberStrategy: Type.Optional(NumberStrategyName),
  numberConfig: Type.Optional(Config),
  scanningConfig: Type.Optional(Nullable(LibraryScanningConfig)),
  allowedFormats: Type.Optional(
    Nullable(
      Type.Array(Type.Enum([...libraryFormats]), { maxItems: 4, description: 'Null or empty allows all formats.' }),
    ),
  ),
  excludedPatterns: Type.Optional(
    Nullable(
      Type.Union([Type.String({ maxLength: 20_000 }), Type.Array(Type.String({ maxLength: 500 }), { maxItems: 200 })]),
    ),
  ),
  defaultReadingDirection: Type.Optional(ReadingDirection),
  titlePreprocessingRules: Type.Optional(Nullable(TitleRules)),
  metadataConfig: Type.Optional(Nullable(LibraryMetadataConfig)),
  textSearch: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Reads the text of EPUBs and PDFs in the background and makes it searchable with `POST /search/text`. Turning it off deletes the index.',
    }),
  ),
}
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Path = Type.String({ minLength: 1, maxLength: 4096, description: 'Absolute path of a folder on the server.' })

export const LibraryInput = Type.Object(
  {
    name: Name,
    path: Path,
    ...settings,
    scanImmediately: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'LibraryInput', additionalProperties: false },
)
export type LibraryInput = Static<typeof LibraryInput>

export const LibraryPatch = Type.Object(
  { name: Type.Optional(Name), path: Type.Optional(Path), ...settings },
  { title: 'LibraryPatch', additionalProperties: false },
)
export type LibraryPatch = Static<typeof LibraryPatch>

const natural = () => Type.Integer({ minimum: 0 })
export const ScanStatus = Type.Object(
  {
    libraryId: Uuid,
    taskId: Uuid,
    status: Type.Enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
    mode: ScanMode,
    filesTotal: natural(),
    filesProcessed: natural(),
    booksAdded: natural(),
    booksUpdated: natural(),
    booksMoved: natural(),
    booksDeleted: natural(),
    booksRestored: natural(),
    errors: natural(),
    troubles: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }), {
      description: 'The first 100 files and folders that could not be scanned, and why.',
    }),
    error: Nullable(Type.String({ description: 'Why the scan failed.' })),
    startedAt: Nullable(Timestamp),
    completedAt: Nullable(Timestamp),
  },
  { title: 'ScanStatus' },
)
export type ScanStatus = Static<typeof ScanStatus>

const TextIndex = Type.Object(
  {
    enabled: Type.Boolean(),
    status: Type.Enum(['off', 'waiting', 'running', 'ready'], {
      description: '`waiting`: there are books to read. `running`: they are being read, or the index is being deleted.',
    }),
    books: Type.Integer({ minimum: 0, description: 'EPUBs and PDFs you can see.' }),
    indexedBooks: natural(),
    failedBooks: Type.Integer({ minimum: 0, description: 'Books whose text could not be read.' }),
    passages: Type.Integer({ minimum: 0, description: 'Chapters and pages that can be found.' }),
    words: natural(),
    bytes: Type.Integer({ minimum: 0, description: 'The approximate size of the index in the database.' }),
    taskId: Nullable(Uuid),
  },
  { title: 'TextIndex' },
)
export type LibraryTextIndex = Static<typeof TextIndex>

const ExcludedFile = Type.Object(
  { path: Type.String({ description: 'Path within the library.' }), excludedAt: Timestamp },
  { title: 'ExcludedFile' },
)
export type ExcludedLibraryFile = Static<typeof ExcludedFile>

const PreviewInput = Type.Object(
  {
    path: Path,
    seriesStrategy: Type.Optional(SeriesStrategyName),
    seriesConfig: Type.Optional(Config),
    allowedFormats: settings.allowedFormats,
    excludedPatterns: settings.excludedPatterns,
  },
  { title: 'PreviewScanInput', additionalProperties: false },
)

const tag = 'Libraries'

export const libraries = {
  list: get('/libraries', {
    permission: 'LibrariesRead',
    summary: 'List libraries',
    response: Type.Array(Library),
  }),
  create: post('/libraries', {
    audit: 'library_created',
    permission: 'LibrariesWrite',
    summary: 'Add a library',
    description: 'The folder must exist and be readable. It must not contain, or be inside, another library (409).',
    body: LibraryInput,
    response: Library,
    status: 201,
  }),
  preview: post('/libraries/preview-scan', {
    permission: 'LibrariesWrite',
    summary: 'Preview how a strategy organises a folder',
    body: PreviewInput,
    response: DetectedSeriesPreview,
  }),
  read: get('/libraries/:id', {
    permission: 'LibrariesRead',
    summary: 'Get a library',
    params: ById,
    response: Library,
  }),
  update: patch('/libraries/:id', {
    audit: 'library_changed',
    permission: 'LibrariesWrite',
    summary: 'Update a library',
    description:
      'Changing the strategy moves books to other series in the background. They keep their ids, progress and metadata.',
    params: ById,
    body: LibraryPatch,
    response: Library,
  }),
  remove: del('/libraries/:id', {
    audit: 'library_deleted',
    permission: 'LibrariesDelete',
    summary: 'Delete a library and all its data',
    description: 'The files on disk stay.',
    params: ById,
  }),
  scan: post('/libraries/:id/scan', {
    permission: 'LibrariesWrite',
    summary: 'Scan a library',
    also: [409],
    description: '409 while another scan is queued or running; `details.taskId` is its task.',
    params: ById,
    query: Type.Object({ mode: ScanMode }),
    response: Task,
    status: 202,
  }),
  scanStatus: get('/libraries/:id/scan-status', {
    permission: 'LibrariesRead',
    summary: 'Get the latest scan with its counters',
    params: ById,
    response: ScanStatus,
  }),
  cancelScan: post('/libraries/:id/scan/cancel', {
    permission: 'LibrariesWrite',
    summary: 'Cancel the scan',
    params: ById,
  }),
  activeScans: get('/scans/active', {
    permission: 'LibrariesRead',
    summary: 'List queued and running scans',
    tag,
    response: Type.Array(ScanStatus),
  }),
  textIndex: get('/libraries/:id/text-index', {
    permission: 'LibrariesRead',
    summary: 'Get the progress and size of the text index',
    params: ById,
    response: TextIndex,
  }),
  listExcluded: get('/libraries/:id/excluded-files', {
    permission: 'LibrariesWrite',
    summary: 'List excluded files',
    description:
      'Files of books that were removed with `DELETE /books/{id}` and kept on disk. Scans skip them until they are restored.',
    params: ById,
    query: Paging,
    response: Page(ExcludedFile),
  }),
  restoreExcluded: del('/libraries/:id/excluded-files', {
    permission: 'LibrariesWrite',
    summary: 'Restore excluded files',
    description:
      'Restores the file with this path, or all of them. The next scan adds their books again, with all progress.',
    params: ById,
    query: Type.Object({ path: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })) }),
  }),
  purge: del('/libraries/:id/purge-deleted', {
    audit: 'missing_books_removed',
    permission: 'LibrariesWrite',
    summary: 'Remove missing books and their progress permanently',
    params: ById,
    response: Type.Integer({ minimum: 0, description: 'How many books were removed.' }),
  }),
}
