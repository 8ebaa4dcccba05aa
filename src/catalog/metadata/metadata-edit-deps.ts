import type { Events } from '../../events/events.ts'
import type { Db, Tx } from '../../store/open.ts'
import type { GuessFromPath } from '../../store/scan/scan-change.ts'
import type { ParseNumber } from './compute-edited-book.ts'

/** What editing works with. */
export interface MetadataEditDeps {
  db: Db
  events: Pick<Events, 'emit'>
  metadataEditHooks: MetadataEditHooks
}

/**
 * What the parts that know files and folders do for an edit. They stand to the right of this one, so whoever puts the
 * server together passes them in.
 */
export interface MetadataEditHooks {
  /** What a printed number ("1.5", "12a") is worth when books are sorted. */
  numberOf: ParseNumber
  /** Reads the files again, soon; what they say comes back where nothing is locked. */
  readAgain(tx: Tx, books: readonly IdWithLibraryAndSeries[]): Promise<void>
  /** Brings series in line with their books, soon. */
  queueFinalising(tx: Tx, series: readonly IdWithLibrary[]): Promise<void>
  /** After the transaction: something was put off until soon. */
  wake(): void
  /** What the paths alone tell of books, by their ids: where they begin again. */
  guess(books: readonly IdWithLibrary[]): Promise<ReadonlyMap<number, GuessFromPath>>
  /** Gathers, outside of any transaction, what it takes to make series of folders and books anew. */
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
  /** What the folder calls a series. */
  titleOf(seriesId: number): string | undefined
  /** Metadata out of the books, at once. */
  finalise(tx: Tx, seriesIds: readonly number[], now: number): Promise<void>
}

/** Of many things, so many change in one transaction: a reader never waits for ten thousand. */
export const EDIT_BATCH = 200

export function* editBatches<T>(all: readonly T[], size = EDIT_BATCH): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}
