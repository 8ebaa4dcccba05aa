import Type, { type Static } from 'typebox'
import { Nullable } from '../route.ts'
import { ById, flag, Id, text, v1 } from './shape.ts'

export const scanIntervals = ['DISABLED', 'HOURLY', 'EVERY_6H', 'EVERY_12H', 'DAILY', 'WEEKLY'] as const
export const seriesCovers = ['FIRST', 'FIRST_UNREAD_OR_FIRST', 'FIRST_UNREAD_OR_LAST', 'LAST'] as const

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
  seriesCover: Type.Enum([...seriesCovers]),
  hashFiles: flag,
  hashPages: flag,
  hashKoreader: flag,
  analyzeDimensions: flag,
  oneshotsDirectory: Nullable(text),
}

export const LibraryDto = Type.Object({ id: Id, name: text, root: text, ...choices, unavailable: flag })
export type LibraryDto = Static<typeof LibraryDto>

export const libraries = {
  list: v1.get('/libraries', {
    permission: 'LibrariesRead',
    summary: 'Libraries',
    response: Type.Array(LibraryDto),
  }),
  read: v1.get('/libraries/:id', {
    permission: 'LibrariesRead',
    summary: 'One library',
    params: ById,
    response: LibraryDto,
  }),
} as const
