import type { Events } from '../../events/events.ts'
import type { Db, Tx } from '../../store/open.ts'
import type { GuessFromPath } from '../../store/scan/scan-change.ts'
import type { ParseNumber } from './compute-edited-book.ts'

export interface MetadataEditDeps {
  db: Db
  events: Pick<Events, 'emit'>
  metadataEditHooks: MetadataEditHooks
}

/**
 * What the modules that know files and folders do for an edit. This module can't import them, so the server's setup
 * passes them in.
 */
export interface MetadataEditHooks {
  /** The sort value of a printed number ("1.5", "12a"). */
  numberOf: ParseNumber
  /** Queues reading the files again; their values return where nothing is locked. */
  readAgain(tx: Tx, books: readonly IdWithLibraryAndSeries[]): Promise<void>
  /** Queues updating series from their books. */
  queueFinalising(tx: Tx, series: readonly IdWithLibrary[]): Promise<void>
  /** Call it after the transaction: tasks were queued. */
  wake(): void
  /** What the paths alone tell about books, by their ids: the start of a reset. */
  guess(books: readonly IdWithLibrary[]): Promise<ReadonlyMap<number, GuessFromPath>>
  /** Collects, outside of any transaction, what is needed to rebuild series from folders and books. */
  planReset(series: readonly IdWithLibrary[]): Promise<ResetPlan>
}

export interface IdWithLibrary {
  id: number
  libraryId: number
}

export interface IdWithLibraryAndSeries extends IdWithLibrary {
  seriesId: number
}

export interface ResetPlan {
  /** The title of a series according to its folder. */
  titleOf(seriesId: number): string | undefined
  /** Merges the metadata of the books at once. */
  finalise(tx: Tx, seriesIds: readonly number[], now: number): Promise<void>
}

/** The number of changes per transaction: a reader never waits for ten thousand. */
export const EDIT_BATCH = 200

export function* editBatches<T>(all: readonly T[], size = EDIT_BATCH): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}
