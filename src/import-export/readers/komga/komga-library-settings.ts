import { wordTable } from '../../../formats/values/word-table.ts'
/** Komga's columns for library settings; old versions have fewer. */
export const komgaSettingColumns = [
  ...(['SCAN_CBX', 'SCAN_PDF', 'SCAN_EPUB', 'SCAN_INTERVAL', 'SCAN_STARTUP', 'EMPTY_TRASH_AFTER_SCAN'] as const),
  ...(['IMPORT_COMICINFO_SERIES', 'IMPORT_COMICINFO_COLLECTION', 'IMPORT_COMICINFO_READLIST'] as const),
  ...(['IMPORT_COMICINFO_SERIES_APPEND_VOLUME', 'IMPORT_LOCAL_ARTWORK', 'SERIES_COVER', 'HASH_PAGES'] as const),
] as const

/** Komga's settings of a library as ours; settings that an old version lacks get Komga's defaults. */
export function komgaLibrarySettings(
  row: Partial<Record<(typeof komgaSettingColumns)[number], unknown>>,
  excludedPatterns: string[],
): Record<string, unknown> {
  const isOn = (column: (typeof komgaSettingColumns)[number], otherwise = true) =>
    row[column] === undefined || row[column] === null ? otherwise : Number(row[column]) === 1
  const formats = [
    ...(isOn('SCAN_CBX') ? ['cbz', 'cbr'] : []),
    ...(isOn('SCAN_EPUB') ? ['epub'] : []),
    ...(isOn('SCAN_PDF') ? ['pdf'] : []),
  ]
  const interval = String(row.SCAN_INTERVAL ?? '')
  return {
    seriesStrategy: 'series_volume',
    seriesConfig: { titleFromMetadata: isOn('IMPORT_COMICINFO_SERIES') },
    bookStrategy: 'metadata_first',
    numberStrategy: 'smart',
    ...(formats.length > 0 && { allowedFormats: formats }),
    ...(excludedPatterns.length > 0 && { excludedPatterns: excludedPatterns.map((name) => `**/${name}/**`) }),
    scanningConfig: {
      cronSchedule: SCHEDULES[interval] ?? null,
      scanOnStart: isOn('SCAN_STARTUP', false),
      purgeDeletedOnScan: isOn('EMPTY_TRASH_AFTER_SCAN', false),
    },
    metadataConfig: {
      localArtwork: isOn('IMPORT_LOCAL_ARTWORK'),
      collectionsFromFiles: isOn('IMPORT_COMICINFO_COLLECTION'),
      readListsFromFiles: isOn('IMPORT_COMICINFO_READLIST'),
      volumeInSeriesTitle: isOn('IMPORT_COMICINFO_SERIES_APPEND_VOLUME'),
      hashPages: isOn('HASH_PAGES', false),
      seriesCover: coverRules.find((rule) => rule === String(row.SERIES_COVER ?? '').toLowerCase()) ?? 'first',
    },
  }
}

const coverRules = ['first', 'last', 'first_unread_or_first', 'first_unread_or_last']
const SCHEDULES = wordTable<string>({
  HOURLY: '0 * * * *',
  EVERY_6H: '0 */6 * * *',
  EVERY_12H: '0 */12 * * *',
  DAILY: '0 4 * * *',
  WEEKLY: '0 4 * * 0',
})
