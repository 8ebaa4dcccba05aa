import type { Static } from 'typebox'
import { Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { ByKomgaId, flag, KomgaId, text, v1 } from './shared-schemas.ts'

export const scanIntervals = ['DISABLED', 'HOURLY', 'EVERY_6H', 'EVERY_12H', 'DAILY', 'WEEKLY'] as const
export const seriesCoverChoices = ['FIRST', 'FIRST_UNREAD_OR_FIRST', 'FIRST_UNREAD_OR_LAST', 'LAST'] as const

const choices = {
  importComicInfoBook: flag,
  importComicInfoSeries: flag,
  importComicInfoCollection: flag,
  importComicInfoReadList: flag,
  importComicInfoSeriesAppendVolume: flag,
  importEpubBook: flag,
  importEpubSeries: flag,
  importMylarSeries: flag,
  importLocalArtwork: flag,
  importBarcodeIsbn: flag,
  scanForceModifiedTime: flag,
  scanInterval: Type.Enum([...scanIntervals]),
  scanOnStartup: flag,
  scanCbx: flag,
  scanPdf: flag,
  scanEpub: flag,
  scanDirectoryExclusions: Type.Array(text),
  repairExtensions: flag,
  convertToCbz: flag,
  emptyTrashAfterScan: flag,
  seriesCover: Type.Enum([...seriesCoverChoices]),
  hashFiles: flag,
  hashPages: flag,
  hashKoreader: flag,
  analyzeDimensions: flag,
  oneshotsDirectory: Nullable(text),
}

export const LibraryDto = Type.Object({ id: KomgaId, name: text, root: text, ...choices, unavailable: flag })
export type LibraryDto = Static<typeof LibraryDto>

const optional = Object.fromEntries(
  Object.entries(choices).map(([name, schema]) => [name, Type.Optional(Nullable(schema))]),
) as {
  [Name in keyof typeof choices]: ReturnType<typeof Type.Optional<ReturnType<typeof Nullable<(typeof choices)[Name]>>>>
}

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Root = Type.String({ minLength: 1, maxLength: 4096 })
/** Komga's other options are accepted and have no effect. */
export const LibraryCreation = Type.Object({ name: Name, root: Root, ...optional })
export const LibraryUpdate = Type.Object({
  ...optional,
  name: Type.Optional(Nullable(Name)),
  root: Type.Optional(Nullable(Root)),
})
export type LibraryUpdate = Static<typeof LibraryUpdate>

const write = { permission: 'LibrariesWrite', params: ByKomgaId } as const

export const libraryEdits = {
  create: v1.post('/libraries', {
    audit: 'library_created',
    permission: 'LibrariesWrite',
    summary: 'Add a library',
    body: LibraryCreation,
    response: LibraryDto,
    status: 200,
  }),
  change: v1.patch('/libraries/:id', {
    audit: 'library_changed',
    ...write,
    summary: 'Update a library',
    body: LibraryUpdate,
  }),
  replace: v1.put('/libraries/:id', {
    audit: 'library_changed',
    ...write,
    summary: 'Update a library',
    body: LibraryUpdate,
  }),
  remove: v1.del('/libraries/:id', {
    audit: 'library_deleted',
    permission: 'LibrariesDelete',
    params: ByKomgaId,
    summary: 'Delete a library and keep its files',
  }),
  scan: v1.post('/libraries/:id/scan', { ...write, status: 202, summary: 'Scan a library' }),
  analyze: v1.post('/libraries/:id/analyze', {
    ...write,
    status: 202,
    summary: 'Analyse all books of a library again',
  }),
  refresh: v1.post('/libraries/:id/metadata/refresh', {
    ...write,
    status: 202,
    summary: 'Refresh the metadata of a library',
  }),
  emptyTrash: v1.post('/libraries/:id/empty-trash', {
    audit: 'missing_books_removed',
    ...write,
    status: 202,
    summary: 'Remove missing books permanently',
  }),
} as const

export const libraries = {
  list: v1.get('/libraries', {
    permission: 'LibrariesRead',
    summary: 'List libraries',
    response: Type.Array(LibraryDto),
  }),
  read: v1.get('/libraries/:id', {
    permission: 'LibrariesRead',
    summary: 'Get a library',
    params: ByKomgaId,
    response: LibraryDto,
  }),
} as const
