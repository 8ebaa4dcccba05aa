import { inChunks } from '../../store/in-chunks.ts'
import { selectEditableBooks } from '../../store/metadata/editable-book.ts'
import { findSeriesWithSummaryOfBook, selectEditableSeries } from '../../store/metadata/editable-series.ts'
import type { BookMetadataRecord, SeriesMetadataRecord } from '../records.ts'
import { lockOfBookField } from './apply-book-metadata.ts'
import { type ImportRunState, reportNameOf } from './import-run-state.ts'
import { type ImportedState, parseImportedState } from './take-changed-fields.ts'
import { hasValueInBook, hasValueInSeries, withoutFilledFields } from './unlocked-metadata.ts'

/**
 * Drops unlocked fields that have a value here, and reports books of which nothing is left. Fields that an earlier run
 * imported stay: they may have changed there.
 */
export async function skipBookFieldsFoundInFiles(
  state: ImportRunState,
  type: string,
  edits: Map<string, BookMetadataRecord>,
  foreignIds: readonly string[],
): Promise<void> {
  const isUnlocked = (id: string) => state.matcher.found.has(id) && edits.get(id)?.onlyWhereEmpty
  // Hostile databases have ids twice.
  const unlocked = [...new Set(foreignIds)].filter(isUnlocked)
  for (const some of inChunks(unlocked)) {
    const ids = some.map((id) => state.matcher.found.get(id)!.id)
    const books = new Map((await selectEditableBooks(state.deps.db, ids)).map((book) => [book.id, book]))
    for (const foreignId of some) {
      const { id, isAnalysed, state: known } = state.matcher.found.get(foreignId)!
      const mustWait = state.waitsForAnalysis && !isAnalysed
      const imported = parseImportedState(known)
      const left = withoutFilledFields(edits.get(foreignId)!, (field) => {
        const lock = lockOfBookField(field)
        if (mustWait || !books.has(id)) return true
        return !isImported(imported, lock) && hasValueInBook(books.get(id)!, field, lock)
      })
      if (left) edits.set(foreignId, left)
      else {
        edits.delete(foreignId)
        const name = mustWait ? reportNameOf(state, 'book', foreignId) : ''
        state.report.leave(type, name, mustWait ? 'not_analysed' : 'in_files')
      }
    }
  }
}

const isImported = (imported: ImportedState | undefined, lock: string | undefined): boolean =>
  lock !== undefined && imported?.fields?.has(lock) === true

interface WantedSeries {
  type: string
  metadata: SeriesMetadataRecord
  known: ImportedState | undefined
}

/** The same for series. They learn from their books, so all wait until the books are analysed. */
export async function skipSeriesFieldsFoundInFiles<Wanted extends WantedSeries>(
  state: ImportRunState,
  wanted: Map<number, Wanted>,
): Promise<void> {
  const { db } = state.deps
  const unlocked = [...wanted].filter(([, { metadata }]) => metadata.onlyWhereEmpty).map(([id]) => id)
  for (const ids of inChunks(unlocked)) {
    const withSummaryOfBook = await findSeriesWithSummaryOfBook(db, ids)
    for (const series of await selectEditableSeries(db, ids)) {
      const one = wanted.get(series.id)!
      const metadata = withoutFilledFields(one.metadata, (field) => {
        if (state.waitsForAnalysis) return true
        return !isImported(one.known, field) && hasValueInSeries(series, field, withSummaryOfBook.has(series.id))
      })
      if (metadata) wanted.set(series.id, { ...one, metadata })
      else {
        wanted.delete(series.id)
        state.report.leave(one.type, series.title, state.waitsForAnalysis ? 'not_analysed' : 'in_files')
      }
    }
  }
}
