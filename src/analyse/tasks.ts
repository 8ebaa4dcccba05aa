import { createHash } from 'node:crypto'
import { findLibraryIdWithOption } from '../store/library/library-for-scan.ts'
import type { Db } from '../store/open.ts'
import { defineTask, type TaskRequest } from '../tasks/task-kind.ts'
import type { Tasks } from '../tasks/tasks.ts'

/** Analyses a book's file: pages, metadata, cover. A first scan queues thousands of them. */
export const analyseBookTask = defineTask<{ force?: boolean; cover?: boolean }>({
  type: 'analyze_book',
  priority: 800,
  many: true,
  repeats: true,
  mayKill: true,
  key: ({ bookId }) => `analyze:${bookId}`,
})

/** Updates numbers, counts and metadata of a series after its books have changed. */
export const finaliseSeriesTask = defineTask<{ rename?: boolean }>({
  type: 'update_series',
  priority: 780,
  many: true,
  repeats: true,
  forgetsSuccess: true,
  key: ({ seriesId }) => `update-series:${seriesId}`,
})

/** The books or series by public id; the task's library id if the whole library is meant. */
export interface AnalysisScope {
  bookIds?: string[]
  seriesIds?: string[]
  /** Limits the scope to what this user may see; undefined for everything. */
  userId?: number
}

/** Makes missing covers, or all of them again. */
export const generateThumbnailsTask = defineTask<AnalysisScope & { force?: boolean }>({
  type: 'generate_thumbnails',
  priority: 600,
  key: (request) => `thumbnails:${scopeKey(request)}`,
})

/** Retitles series by their files or folders and the library's rules, as after a first scan. */
export const retitleSeriesTask = defineTask<AnalysisScope & { dryRun?: boolean }>({
  type: 'reprocess_series_titles',
  priority: 770,
  key: (request) => `titles:${scopeKey(request)}`,
})

/** Applies a library's local artwork and, with `lists`, the collections and read lists named in its files. */
export const rereadLibraryFilesTask = defineTask<{ lists?: boolean }>({
  type: 'read_library_files',
  priority: 650,
  repeats: true,
  key: ({ libraryId, params }) => `library-files:${libraryId}:${params?.lists ?? false}`,
})

/** Queued after a scan, if the library uses local artwork. */
export async function queueArtworkAfterScan(db: Db, tasks: Tasks, libraryUuid: string): Promise<void> {
  const library = await findLibraryIdWithOption(db, libraryUuid, 'localArtwork')
  if (library !== undefined) await tasks.add(rereadLibraryFilesTask, { libraryId: library })
}

function scopeKey({ libraryId, seriesId, bookId, params }: TaskRequest): string {
  const what = JSON.stringify([libraryId, seriesId, bookId, params])
  return createHash('sha256').update(what).digest('hex').slice(0, 32)
}
