import type { LibraryDto } from '../../../contract/komga/libraries.ts'
import type { FolderSeriesConfig } from '../../../contract/library-strategies.ts'
import type { LibraryView } from '../../../store/library/read.ts'
import { hasPermission, type Viewer } from '../../../store/viewer.ts'
import { komgaIdOf } from './format-values.ts'

/**
 * A library in Komga's format. Komga's options for what we always do are true, and those for what we never do are
 * false.
 */
export function presentKomgaLibrary(library: LibraryView, viewer: Viewer): LibraryDto {
  const reads = (...formats: string[]) => formats.some((format) => library.allowedFormats.includes(format))
  const { titleFromMetadata: titlesByMetadata = true } = library.seriesConfig as FolderSeriesConfig
  const { metadataOptions: options } = library
  return {
    id: komgaIdOf(library.uid),
    name: library.name,
    root: hasPermission(viewer, 'SystemAdmin') ? library.path : '',
    importComicInfoBook: true,
    importComicInfoSeries: titlesByMetadata,
    importComicInfoCollection: options.collectionsFromFiles,
    importComicInfoReadList: options.readListsFromFiles,
    importComicInfoSeriesAppendVolume: options.volumeInSeriesTitle,
    importEpubBook: true,
    importEpubSeries: titlesByMetadata,
    importMylarSeries: true,
    importLocalArtwork: options.localArtwork,
    importBarcodeIsbn: false,
    scanForceModifiedTime: false,
    scanInterval: scanIntervalOf(library),
    scanOnStartup: library.scanning.scanOnStart === true,
    scanCbx: reads('cbz', 'cbr'),
    scanPdf: reads('pdf'),
    scanEpub: reads('epub'),
    scanDirectoryExclusions: library.excludedPatterns,
    repairExtensions: false,
    convertToCbz: false,
    emptyTrashAfterScan: library.scanning.purgeDeletedOnScan === true,
    seriesCover: options.seriesCover.toUpperCase() as LibraryDto['seriesCover'],
    hashFiles: true,
    hashPages: options.hashPages,
    hashKoreader: true,
    analyzeDimensions: true,
    oneshotsDirectory: null,
    unavailable: !library.isOnline,
  }
}

export type ScanInterval = LibraryDto['scanInterval']

export const CRON_BY_SCAN_INTERVAL: Record<Exclude<ScanInterval, 'DISABLED'>, string> = {
  HOURLY: '0 * * * *',
  EVERY_6H: '0 */6 * * *',
  EVERY_12H: '0 */12 * * *',
  DAILY: '0 4 * * *',
  WEEKLY: '0 4 * * 0',
}

/** Any other schedule is closest to once a day. */
export function scanIntervalOf({ scanning }: Pick<LibraryView, 'scanning'>): ScanInterval {
  if (scanning.enabled === false || !scanning.cronSchedule) return 'DISABLED'
  const known = Object.entries(CRON_BY_SCAN_INTERVAL).find(([, schedule]) => schedule === scanning.cronSchedule?.trim())
  return (known?.[0] as ScanInterval | undefined) ?? 'DAILY'
}
