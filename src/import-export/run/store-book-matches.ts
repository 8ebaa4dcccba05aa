import { storeForeignIds } from '../../store/import/foreign-ids.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { BookRecord } from '../records.ts'
import type { ImportRunState } from './import-run-state.ts'

/** Counts and stores the matches, and determines which of our series each of theirs is. */
export async function storeBookMatches(
  state: ImportRunState,
  books: readonly Pick<BookRecord, 'id' | 'path' | 'seriesId' | 'chapterId'>[],
): Promise<void> {
  await state.matcher.finish()
  const votes = new Map<string, Map<number, number>>()
  const knownSeries = new Set<string>()
  const fresh: { foreignId: string; uid: Uint8Array; state: string | null }[] = []
  const chapters = new Map<string, { foreignId: string; uid: Uint8Array; state: null }>()
  for (const { id, path, seriesId, chapterId } of books) {
    const book = state.matcher.found.get(id)
    if (!book) {
      state.report.leave('book', path, state.matcher.reasons.get(id) ?? 'book_not_found')
      continue
    }
    state.report.count('book', book.isNew ? 'imported' : 'unchanged')
    if (book.isNew) fresh.push({ foreignId: id, uid: book.uid, state: null })
    if (chapterId && !chapters.has(chapterId)) {
      chapters.set(chapterId, { foreignId: chapterId, uid: book.uid, state: null })
    }
    if (seriesId === null) continue
    if (!book.isNew) knownSeries.add(seriesId)
    const ofSeries = votes.get(seriesId) ?? new Map<number, number>()
    votes.set(seriesId, ofSeries)
    ofSeries.set(book.seriesId, (ofSeries.get(book.seriesId) ?? 0) + 1)
  }
  for (const [foreignId, counts] of votes) {
    const [[best, count] = [0, 0]] = [...counts].sort(([, a], [, b]) => b - a)
    const total = [...counts.values()].reduce((sum, one) => sum + one, 0)
    if (count >= total * MAX_OF_IT) state.seriesIds.set(foreignId, best)
    else state.seriesReasons.set(foreignId, 'series_spread')
    if (!knownSeries.has(foreignId)) state.newSeries.add(foreignId)
  }
  if (state.isDryRun) return
  for (const some of inChunks(fresh, AT_ONCE)) {
    await state.deps.db.transaction((tx) => storeForeignIds(tx, state.sourceId, 'book', some))
  }
  for (const some of inChunks([...chapters.values()], AT_ONCE)) {
    await state.deps.db.transaction((tx) => storeForeignIds(tx, state.sourceId, 'chapter', some))
  }
}

const MAX_OF_IT = 0.8
const AT_ONCE = 5000
