import type { PlannerStatistics } from '../../store/import/planner-statistics.ts'
import type { BookMetadataRecord, BookRecord, BookSeriesRecord } from '../records.ts'
import { applyBookDates } from './apply-added-dates.ts'
import { applyBookMetadata, type BookMetadataType } from './apply-book-metadata.ts'
import { applyBookSeries } from './apply-book-series.ts'
import { type ImportRunState, reportNameOf } from './import-run-state.ts'
import { skipBookFieldsFoundInFiles } from './skip-fields-found-in-files.ts'
import { storeBookMatches } from './store-book-matches.ts'
import { isUnlockedMetadata } from './unlocked-metadata.ts'

/** Books are matched as they are read; their metadata is applied once all of them are known. */
export class BooksOfRun {
  readonly #state: ImportRunState
  readonly #statistics: PlannerStatistics
  readonly #takesMetadata: boolean
  readonly #books: Pick<BookRecord, 'id' | 'path' | 'seriesId' | 'chapterId'>[] = []
  readonly #metadata: Record<BookMetadataType, Map<string, BookMetadataRecord>> = {
    'book metadata': new Map(),
    'unlocked book metadata': new Map(),
  }
  readonly #series = new Map<string, BookSeriesRecord>()
  readonly #addedAt = new Map<string, number>()
  /** Books that weren't found as they were read. */
  readonly #notFound: string[] = []
  #isFinished = false

  constructor(state: ImportRunState, statistics: PlannerStatistics, takesMetadata: boolean) {
    this.#state = state
    this.#statistics = statistics
    this.#takesMetadata = takesMetadata
  }

  async add(records: readonly BookRecord[]): Promise<void> {
    const { matcher } = this.#state
    await matcher.match(records)
    for (const { id, series, metadata, addedAt } of records) {
      if (!matcher.found.has(id)) this.#notFound.push(id)
      if (addedAt) this.#addedAt.set(id, Math.min(addedAt, this.#addedAt.get(id) ?? addedAt))
      if (series && typeof series.name === 'string' && series.name.trim() !== '') this.#series.set(id, series)
      if (!metadata || typeof metadata.fields !== 'object' || metadata.fields === null) continue
      this.#metadata[isUnlockedMetadata(metadata) ? 'unlocked book metadata' : 'book metadata'].set(id, metadata)
    }
    // At once: all unlocked metadata of a large library wouldn't fit into memory.
    await this.#leaveFieldsToFiles(records.map(({ id }) => id))
    for (const { id, path, seriesId, chapterId } of records) this.#books.push({ id, path, seriesId, chapterId })
  }

  /** Before the first record that refers to books; calling it again does nothing. */
  async finish(): Promise<void> {
    if (this.#isFinished) return
    this.#isFinished = true
    const state = this.#state
    await storeBookMatches(state, this.#books)
    if (!state.isDryRun) await this.#statistics.noteGrowth(['import_id'], this.#books.length)
    await this.#leaveFieldsToFiles(this.#notFound)
    await this.#applyMetadata()
    // Last: a series is as old as the books that are in it now.
    await applyBookDates(state, this.#addedAt)
  }

  async #applyMetadata(): Promise<void> {
    const state = this.#state
    if (this.#takesMetadata) {
      await applyBookMetadata(state, this.#metadata)
      await applyBookSeries(state, this.#series)
      return
    }
    for (const [type, edits] of this.#metadataByType())
      for (const id of edits.keys()) state.report.leave(type, reportNameOf(state, 'book', id), 'not_chosen')
    for (const id of this.#series.keys())
      state.report.leave('book series', reportNameOf(state, 'book', id), 'not_chosen')
  }

  async #leaveFieldsToFiles(foreignIds: readonly string[]): Promise<void> {
    if (!this.#takesMetadata) return
    for (const [type, edits] of this.#metadataByType())
      await skipBookFieldsFoundInFiles(this.#state, type, edits, foreignIds)
  }

  #metadataByType = () => Object.entries(this.#metadata) as [BookMetadataType, Map<string, BookMetadataRecord>][]
}
