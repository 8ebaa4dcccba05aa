import type { Static } from 'typebox'
import { ReadingDirection } from './metadata.ts'
import { Page, Paging } from './paging.ts'
import { ById, del, get, Nullable, patch, post, Timestamp, Uuid } from './route.ts'
import { BookStrategyName, NumberStrategyName, SeriesPreview, SeriesStrategyName } from './strategies.ts'
import { Task } from './tasks.ts'
import Type from './type.ts'

export const formats = ['cbz', 'cbr', 'epub', 'pdf'] as const
const Config = Nullable(Type.Record(Type.String(), Type.Unknown()))

export const ScanMode = Type.Enum(['normal', 'deep'], {
  default: 'normal',
  description: '`normal` opens what is new or changed, `deep` reads every file again.',
})

export const ScanningConfig = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ default: true, description: 'Scan by itself at all.' })),
    cronSchedule: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 200,
          description: 'When to scan: five, six or seven fields.',
          examples: ['0 4 * * *'],
        }),
      ),
    ),
    cronTimezone: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 100,
          description: 'IANA name; the server’s own by default.',
          examples: ['Europe/Paris'],
        }),
      ),
    ),
    scanMode: Type.Optional(ScanMode),
    scanOnStart: Type.Optional(Type.Boolean({ default: false })),
    watch: Type.Optional(Type.Boolean({ default: true, description: 'Notice changes as they happen.' })),
    purgeDeletedOnScan: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Remove missing books for good after a scan, unless most of the library is missing.',
      }),
    ),
  },
  { title: 'ScanningConfig', additionalProperties: false },
)
export type ScanningConfig = Static<typeof ScanningConfig>

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
  description: 'Applied to the name of a new series, in order.',
})

export const Library = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    path: Type.String(),
    description: Nullable(Type.String()),
    isActive: Type.Boolean({ description: 'False while the folder is missing, unreadable or suddenly empty.' }),
    seriesStrategy: SeriesStrategyName,
    seriesConfig: Config,
    bookStrategy: BookStrategyName,
    bookConfig: Config,
    numberStrategy: NumberStrategyName,
    numberConfig: Config,
    scanningConfig: Nullable(ScanningConfig),
    lastScannedAt: Nullable(Timestamp),
    allowedFormats: Type.Array(Type.Enum([...formats])),
    excludedPatterns: Nullable(Type.String({ description: 'Globs, one a line.' })),
    defaultReadingDirection: ReadingDirection,
    titlePreprocessingRules: TitleRules,
    bookCount: Type.Integer({ minimum: 0, description: 'What the caller may see.' }),
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
  scanningConfig: Type.Optional(Nullable(ScanningConfig)),
  allowedFormats: Type.Optional(
    Nullable(Type.Array(Type.Enum([...formats]), { maxItems: 4, description: 'Null or empty: all of them.' })),
  ),
  excludedPatterns: Type.Optional(
    Nullable(
      Type.Union([Type.String({ maxLength: 20_000 }), Type.Array(Type.String({ maxLength: 500 }), { maxItems: 200 })]),
    ),
  ),
  defaultReadingDirection: Type.Optional(ReadingDirection),
  titlePreprocessingRules: Type.Optional(Nullable(TitleRules)),
}
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Path = Type.String({ minLength: 1, maxLength: 4096, description: 'An absolute folder on the server.' })

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
      description: 'The first hundred files and folders that could not be taken, and why.',
    }),
    error: Nullable(Type.String({ description: 'Why the scan failed.' })),
    startedAt: Nullable(Timestamp),
    completedAt: Nullable(Timestamp),
  },
  { title: 'ScanStatus' },
)
export type ScanStatus = Static<typeof ScanStatus>

const LeftOutFile = Type.Object(
  { path: Type.String({ description: 'Within the library.' }), leftOutAt: Timestamp },
  { title: 'LeftOutFile' },
)
export type LeftOutFile = Static<typeof LeftOutFile>

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
    summary: 'All libraries the caller may open',
    response: Type.Array(Library),
  }),
  create: post('/libraries', {
    audit: 'library_created',
    permission: 'LibrariesWrite',
    summary: 'Add a folder as a library',
    description: 'The folder must exist, be readable, and not lie inside or around another library (409).',
    body: LibraryInput,
    response: Library,
    status: 201,
  }),
  preview: post('/libraries/preview-scan', {
    permission: 'LibrariesWrite',
    summary: 'What a strategy would make of a folder',
    body: PreviewInput,
    response: SeriesPreview,
  }),
  read: get('/libraries/:id', {
    permission: 'LibrariesRead',
    summary: 'One library',
    params: ById,
    response: Library,
  }),
  update: patch('/libraries/:id', {
    audit: 'library_changed',
    permission: 'LibrariesWrite',
    summary: 'Change a library',
    description:
      'Another strategy puts the books on other shelves, in the background: they keep their ids, progress and metadata.',
    params: ById,
    body: LibraryPatch,
    response: Library,
  }),
  remove: del('/libraries/:id', {
    audit: 'library_deleted',
    permission: 'LibrariesDelete',
    summary: 'Remove a library with all that is known of its books',
    description: 'The files stay where they are.',
    params: ById,
  }),
  scan: post('/libraries/:id/scan', {
    permission: 'LibrariesWrite',
    summary: 'Look for new, changed and missing files',
    also: [409],
    description: 'While one scan waits or runs, another is refused with 409; `details.taskId` names the first.',
    params: ById,
    query: Type.Object({ mode: ScanMode }),
    response: Task,
    status: 202,
  }),
  scanStatus: get('/libraries/:id/scan-status', {
    permission: 'LibrariesRead',
    summary: 'The newest scan with its counters',
    params: ById,
    response: ScanStatus,
  }),
  cancelScan: post('/libraries/:id/scan/cancel', {
    permission: 'LibrariesWrite',
    summary: 'Stop the scan',
    params: ById,
  }),
  activeScans: get('/scans/active', {
    permission: 'LibrariesRead',
    summary: 'Scans that wait or run',
    tag,
    response: Type.Array(ScanStatus),
  }),
  leftOut: get('/libraries/:id/left-out', {
    permission: 'LibrariesWrite',
    summary: 'Files that stay on the disk, but were taken out of the library',
    description: 'By `DELETE /books/{id}` and its like. Scans pass over them until they are taken back.',
    params: ById,
    query: Paging,
    response: Page(LeftOutFile),
  }),
  takeBack: del('/libraries/:id/left-out', {
    permission: 'LibrariesWrite',
    summary: 'Read files again that were taken out',
    description: 'The one of this path, or all of them; a scan then finds their books, with all progress.',
    params: ById,
    query: Type.Object({ path: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })) }),
  }),
  purge: del('/libraries/:id/purge-deleted', {
    audit: 'missing_books_removed',
    permission: 'LibrariesWrite',
    summary: 'Remove missing books for good, with their progress',
    params: ById,
    response: Type.Integer({ minimum: 0, description: 'How many.' }),
  }),
}
