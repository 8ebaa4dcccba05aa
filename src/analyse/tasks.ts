import { createHash } from 'node:crypto'
import { findLibraryIdWithOption } from '../store/library/library-for-scan.ts'
import type { Db } from '../store/open.ts'
import { defineTask, type TaskRequest } from '../tasks/task-kind.ts'
import type { Tasks } from '../tasks/tasks.ts'

/** Looks into a book's file: pages, metadata, cover. Thousands of them follow a first scan. */
export const analyseBookTask = defineTask<{ force?: boolean; cover?: boolean }>({
  type: 'analyze_book',
  priority: 800,
  many: true,
  repeats: true,
  mayKill: true,
  key: ({ bookId }) => `analyze:${bookId}`,
})

/** Numbers, counts and metadata of a series, after its books have changed. */
export const finaliseSeriesTask = defineTask<{ rename?: boolean }>({
  type: 'settle_series',
  priority: 780,
  many: true,
  repeats: true,
  forgetsSuccess: true,
  key: ({ seriesId }) => `settle:${seriesId}`,
})

/** Which books or series, by their public ids; the library beside it where all of it is meant. */
export interface AnalysisScope {
  bookIds?: string[]
  seriesIds?: string[]
  /** Only what this person may see; nobody where everything is meant. */
  userId?: number
}

/** Draws covers where they are missing, or all of them anew. */
export const generateThumbnailsTask = defineTask<AnalysisScope & { force?: boolean }>({
  type: 'generate_thumbnails',
  priority: 600,
  key: (request) => `thumbnails:${scopeKey(request)}`,
})

/** Titles series by their files or folders and the library's rules, as if they had just been found. */
export const retitleSeriesTask = defineTask<AnalysisScope & { dryRun?: boolean }>({
  type: 'reprocess_series_titles',
  priority: 770,
  key: (request) => `titles:${scopeKey(request)}`,
})

/** What lies beside a library's books and what their files name: covers, and with `lists` collections and read lists. */
export const rereadLibraryFilesTask = defineTask<{ lists?: boolean }>({
  type: 'read_library_files',
  priority: 650,
  repeats: true,
  key: ({ libraryId, params }) => `library-files:${libraryId}:${params?.lists ?? false}`,
})

/** After a scan, where the library has its covers beside its books. */
export async function queueArtworkAfterScan(db: Db, tasks: Tasks, libraryUuid: string): Promise<void> {
  const library = await findLibraryIdWithOption(db, libraryUuid, 'localArtwork')
  if (library !== undefined) await tasks.add(rereadLibraryFilesTask, { libraryId: library })
}

function scopeKey({ libraryId, seriesId, bookId, params }: TaskRequest): string {
  const what = JSON.stringify([libraryId, seriesId, bookId, params])
  return createHash('sha256').update(what).digest('hex').slice(0, 32)
}
