import { basename } from 'node:path'
import type { Library, ScanStatus } from '../../contract/libraries.ts'
import type { LibraryView } from '../../store/library/read.ts'
import type { TaskView } from '../../store/task/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { formatTimestamp, formatTimestampOrNull } from './format-time.ts'
import { maySeePaths, type PathViewer } from './may-see-paths.ts'

export function presentLibrary(library: LibraryView, viewer: PathViewer): Library {
  return {
    id: library.uid,
    name: library.name,
    path: maySeePaths(viewer) ? library.path : basename(library.path),
    description: library.description,
    isActive: library.isOnline,
    seriesStrategy: library.seriesStrategy as Library['seriesStrategy'],
    seriesConfig: library.seriesConfig,
    bookStrategy: library.bookStrategy as Library['bookStrategy'],
    bookConfig: library.bookConfig,
    numberStrategy: library.numberStrategy as Library['numberStrategy'],
    numberConfig: library.numberConfig,
    scanningConfig: library.scanning,
    lastScannedAt: formatTimestampOrNull(library.lastScannedAt),
    allowedFormats: library.allowedFormats as Library['allowedFormats'],
    excludedPatterns: library.excludedPatterns.length === 0 ? null : library.excludedPatterns.join('\n'),
    defaultReadingDirection: library.defaultReadingDirection as Library['defaultReadingDirection'],
    titlePreprocessingRules: library.titleRules,
    metadataConfig: library.metadataOptions,
    textSearch: library.textSearch,
    bookCount: library.bookCount,
    seriesCount: library.seriesCount,
    createdAt: formatTimestamp(library.createdAt),
    updatedAt: formatTimestamp(library.updatedAt),
  }
}

/** While a scan runs, its result contains the counters so far. */
export function presentScanStatus(task: TaskView, libraryUid: string): ScanStatus {
  const result = (task.result ?? {}) as Partial<Omit<ScanStatus, 'status'>>
  return {
    libraryId: libraryUid,
    taskId: bytesToUuid(task.uid),
    status: task.status,
    mode: task.params.mode === 'deep' ? 'deep' : 'normal',
    filesTotal: result.filesTotal ?? 0,
    filesProcessed: result.filesProcessed ?? 0,
    booksAdded: result.booksAdded ?? 0,
    booksUpdated: result.booksUpdated ?? 0,
    booksMoved: result.booksMoved ?? 0,
    booksDeleted: result.booksDeleted ?? 0,
    booksRestored: result.booksRestored ?? 0,
    errors: result.errors ?? 0,
    troubles: result.troubles ?? [],
    error: task.error,
    startedAt: formatTimestampOrNull(task.startedAt),
    completedAt: formatTimestampOrNull(task.completedAt),
  }
}
