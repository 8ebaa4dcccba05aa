import type { SeriesStrategyWithConfig } from '../../../library-form/series-strategy-picker.tsx'
import type { Library, LibraryPatch, LibraryScanningConfig } from './libraries-api.ts'
import { cronFromSchedule, noScanSchedule, type ScanSchedule, scheduleFromCron } from './scan-schedule.ts'

/** A library while it is being edited. */
export type LibraryDraft = {
  name: string
  path: string
  description: string
  direction: Library['defaultReadingDirection']
  strategy: SeriesStrategyWithConfig
  naming: { bookStrategy: Library['bookStrategy']; bookConfig?: Record<string, unknown> }
  numberStrategy: Library['numberStrategy']
  formats: Library['allowedFormats']
  excluded: string
  schedule: ScanSchedule
  timezone: string
  metadata: Required<NonNullable<Library['metadataConfig']>>
  textSearch: boolean
  scanning: Required<Pick<LibraryScanningConfig, 'watch' | 'scanOnStart' | 'purgeDeletedOnScan' | 'scanMode'>>
}

export const allFormats = ['cbz', 'cbr', 'epub', 'pdf'] as const

/** The server's defaults. */
export const emptyLibraryDraft: LibraryDraft = {
  name: '',
  path: '',
  description: '',
  direction: 'ltr',
  strategy: { seriesStrategy: 'series_volume' },
  naming: { bookStrategy: 'smart' },
  numberStrategy: 'smart',
  formats: [...allFormats],
  excluded: '',
  schedule: noScanSchedule,
  timezone: '',
  metadata: {
    localArtwork: false,
    collectionsFromFiles: false,
    readListsFromFiles: false,
    volumeInSeriesTitle: false,
    hashPages: false,
    seriesCover: 'first',
  },
  textSearch: false,
  scanning: { watch: true, scanOnStart: false, purgeDeletedOnScan: false, scanMode: 'normal' },
}

export function libraryDraftOf(library: Library): LibraryDraft {
  const { enabled: _, cronSchedule, cronTimezone, ...scanning } = library.scanningConfig ?? {}
  return {
    name: library.name,
    path: library.path,
    description: library.description ?? '',
    direction: library.defaultReadingDirection,
    strategy: { seriesStrategy: library.seriesStrategy, seriesConfig: library.seriesConfig ?? undefined },
    naming: { bookStrategy: library.bookStrategy, bookConfig: library.bookConfig ?? undefined },
    numberStrategy: library.numberStrategy,
    formats: library.allowedFormats,
    excluded: library.excludedPatterns ?? '',
    schedule: scheduleFromCron(cronSchedule),
    timezone: cronTimezone ?? '',
    metadata: { ...emptyLibraryDraft.metadata, ...library.metadataConfig },
    textSearch: library.textSearch,
    scanning: { ...emptyLibraryDraft.scanning, ...scanning },
  }
}

/** Sends only the differences: everything that is not on this form stays unchanged. */
export function libraryChanges(before: LibraryDraft, after: LibraryDraft): LibraryPatch {
  const differs = (name: keyof LibraryDraft) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const changes: LibraryPatch = {}
  if (differs('name')) changes.name = after.name.trim()
  if (differs('path')) changes.path = after.path
  if (differs('description')) changes.description = after.description.trim() || null
  if (differs('direction')) changes.defaultReadingDirection = after.direction
  if (differs('strategy')) {
    changes.seriesStrategy = after.strategy.seriesStrategy
    changes.seriesConfig = after.strategy.seriesConfig ?? {}
  }
  if (differs('naming')) {
    changes.bookStrategy = after.naming.bookStrategy
    changes.bookConfig = after.naming.bookConfig ?? {}
  }
  if (differs('numberStrategy')) Object.assign(changes, { numberStrategy: after.numberStrategy, numberConfig: {} })
  if (differs('formats')) changes.allowedFormats = after.formats
  if (differs('excluded')) changes.excludedPatterns = after.excluded.trim() || null
  if (differs('metadata')) changes.metadataConfig = after.metadata
  if (differs('textSearch')) changes.textSearch = after.textSearch
  if (differs('schedule') || differs('timezone') || differs('scanning'))
    changes.scanningConfig = {
      ...after.scanning,
      enabled: true,
      cronSchedule: cronFromSchedule(after.schedule),
      cronTimezone: after.timezone || null,
    }
  return changes
}
