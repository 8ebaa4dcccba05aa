import { setImmediate as breathe } from 'node:timers/promises'
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
  const fresh: string[] = []
  const chapters = new Map<string, string>()
  for (const { id, path, seriesId, chapterId } of books) {
    const book = state.matcher.found.get(id)
    if (!book) {
      state.report.leave('book', path, state.matcher.reasons.get(id) ?? 'book_not_found')
      continue
    }
    state.report.count('book', book.isNew ? 'imported' : 'unchanged')
    if (book.isNew) fresh.push(id)
    if (chapterId && !chapters.has(chapterId)) chapters.set(chapterId, id)
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
  await storeIds(state, 'book', fresh, (id) => id)
  await storeIds(state, 'chapter', [...chapters.keys()], (id) => chapters.get(id)!)
}

async function storeIds(
  { deps, sourceId, matcher }: ImportRunState,
  kind: 'book' | 'chapter',
  foreignIds: readonly string[],
  bookIdOf: (foreignId: string) => string,
): Promise<void> {
  for (const some of inChunks(foreignIds, AT_ONCE)) {
    const rows = some.map((foreignId) => {
      return { foreignId, uid: Uint8Array.fromHex(matcher.found.get(bookIdOf(foreignId))!.uid), state: null }
    })
    await deps.db.transaction((tx) => storeForeignIds(tx, sourceId, kind, rows))
    await breathe()
  }
}

const MAX_OF_IT = 0.8
const AT_ONCE = 5000
