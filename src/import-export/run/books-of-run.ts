import type { PlannerStatistics } from '../../store/import/planner-statistics.ts'
import type { BookMetadataRecord, BookRecord, BookSeriesRecord } from '../records.ts'
import { applyBookSeries } from './apply-book-series.ts'
import { applyBookMetadata, countAndRecordMatches, matchBookRecords } from './apply-books.ts'
import { type ImportRunState, reportNameOf } from './import-run-state.ts'

/** Books are matched as they are read; what was edited in them is applied once all of them are known. */
export class BooksOfRun {
  readonly #state: ImportRunState
  readonly #statistics: PlannerStatistics
  readonly #takesMetadata: boolean
  readonly #books: Pick<BookRecord, 'id' | 'path' | 'seriesId' | 'chapterId'>[] = []
  readonly #edits = new Map<string, BookMetadataRecord>()
  readonly #series = new Map<string, BookSeriesRecord>()
  #isFinished = false

  constructor(state: ImportRunState, statistics: PlannerStatistics, takesMetadata: boolean) {
    this.#state = state
    this.#statistics = statistics
    this.#takesMetadata = takesMetadata
  }

  async add(records: readonly BookRecord[]): Promise<void> {
    await matchBookRecords(this.#state, records, this.#edits)
    for (const { id, path, seriesId, chapterId, series } of records) {
      this.#books.push({ id, path, seriesId, chapterId })
      if (series && typeof series.name === 'string' && series.name.trim() !== '') this.#series.set(id, series)
    }
  }

  /** Before the first record that refers to books; calling it again does nothing. */
  async finish(): Promise<void> {
    if (this.#isFinished) return
    this.#isFinished = true
    const state = this.#state
    await countAndRecordMatches(state, this.#books)
    if (!state.isDryRun) await this.#statistics.noteGrowth(['import_id'], this.#books.length)
    if (this.#takesMetadata) {
      await applyBookMetadata(state, this.#edits)
      await applyBookSeries(state, this.#series)
      return
    }
    for (const id of this.#edits.keys())
      state.report.leave('book metadata', reportNameOf(state, 'book', id), 'not_chosen')
    for (const id of this.#series.keys())
      state.report.leave('book series', reportNameOf(state, 'book', id), 'not_chosen')
  }
}
