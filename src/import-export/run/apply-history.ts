import {
  completionKey,
  findCompletionsOfBooks,
  findReadingSessionKeys,
  type ImportedCompletion,
  type ImportedReadingSession,
  insertImportedCompletions,
  insertImportedReadingSessions,
  readingSessionKey,
} from '../../store/import/progress.ts'
import type { Tx } from '../../store/open.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { CompletionRecord, SessionRecord } from '../user-records.ts'
import { findOwnersOfRecords, groupByUser } from './find-owners-of-records.ts'
import {
  type ImportRunState,
  inTransactionOrDryRun,
  isNewInDryRun,
  reportNameOfRow,
  wasImportedEarlier,
} from './import-run-state.ts'

/**
 * One completion of a book. `isUndated`: its time is unknown. `isFromEarlierRun`: imported earlier, perhaps deleted since.
 */
export type HistoryRow = ImportedCompletion & { isUndated?: boolean; isFromEarlierRun?: boolean }

/**
 * Adds completions; one with a stored time isn't added again. Undated ones can't be compared by time: the third undated
 * row of a book is added if fewer than three completions are stored. Without a transaction it only counts. The database
 * may roll back and retry a transaction, so the caller stores the counts with `remember` once it is committed.
 */
export async function addCompletions(
  state: ImportRunState,
  tx: Tx | undefined,
  userId: number,
  rows: readonly HistoryRow[],
): Promise<{ added: number; remember: () => void }> {
  const bookIds = [...new Set(rows.map((row) => row.bookId))]
  const here = userId < 0 ? [] : await findCompletionsOfBooks(tx ?? state.deps.db.query, userId, bookIds)
  const dryRunKey = (bookId: number) => `completion ${userId} ${bookId}`
  for (const bookId of bookIds) here.push(...((state.dryRunWrites.get(dryRunKey(bookId)) ?? []) as HistoryRow[]))
  const keys = new Set(here.map(completionKey))
  const counts = new Map<number, number>()
  for (const { bookId } of here) counts.set(bookId, (counts.get(bookId) ?? 0) + 1)
  const undated = new Map<string, number>()
  const fresh: ImportedCompletion[] = []
  for (const { bookId, completedAt, isUndated, isFromEarlierRun } of [...rows].sort(
    (a, b) => +!!a.isUndated - +!!b.isUndated,
  )) {
    const one = { bookId, completedAt }
    const count = counts.get(bookId) ?? 0
    if (isUndated) {
      const key = `${userId} ${bookId}`
      const nth = (undated.get(key) ?? state.undated.get(key) ?? 0) + 1
      undated.set(key, nth)
      if (count >= nth || isFromEarlierRun) continue
      while (keys.has(completionKey(one))) one.completedAt -= 1000
    } else if (keys.has(completionKey(one)) || isFromEarlierRun) continue
    keys.add(completionKey(one))
    counts.set(bookId, count + 1)
    fresh.push(one)
  }
  if (tx) await insertImportedCompletions(tx, userId, fresh)
  else {
    for (const one of fresh) {
      const key = dryRunKey(one.bookId)
      state.dryRunWrites.set(key, [...((state.dryRunWrites.get(key) ?? []) as HistoryRow[]), one])
    }
  }
  const remember = () => {
    for (const [key, nth] of undated) state.undated.set(key, nth)
  }
  return { added: fresh.length, remember }
}

export async function applyCompletions(state: ImportRunState, records: readonly CompletionRecord[]): Promise<void> {
  for (const [userId, rows] of groupByUser(findOwnersOfRecords(state, records))) {
    const finished = rows.map(({ record, person, book }) => ({
      bookId: book.id,
      completedAt: Math.min(record.completedAt ?? state.readAt, Date.now()),
      isUndated: record.isUndated || record.completedAt === null,
      isFromEarlierRun: wasImportedEarlier(state, record, person, record.completedAt, {
        of: 'book',
        id: record.bookId,
      }),
    }))
    const add = async (tx: Tx | undefined) => {
      const outcome = await addCompletions(state, tx, userId, finished)
      if (tx && outcome.added > 0) await bumpRevisions(tx, `user:${userId}`)
      return outcome
    }
    const { added, remember } = await inTransactionOrDryRun(state, add)
    remember()
    state.report.count('completion', 'imported', added)
    state.report.count('completion', 'unchanged', finished.length - added)
  }
}

/** For a book whose number of pages isn't known yet. */
const MAX_PAGES = 1_000_000

export async function applySessions(state: ImportRunState, records: readonly SessionRecord[]): Promise<void> {
  for (const [userId, rows] of groupByUser(findOwnersOfRecords(state, records))) {
    const sessions: ImportedReadingSession[] = []
    const gone = new Set<ImportedReadingSession>()
    for (const { record, person, book } of rows) {
      const startedAt = record.startedAt ?? record.endedAt
      if (startedAt === null) {
        state.report.leave(
          'session',
          reportNameOfRow(state, 'book', record.bookId, record.userId),
          'invalid_value',
          'no_time',
        )
        continue
      }
      const page = (value: number | null) => Math.max(1, Math.min(Math.trunc(value ?? 1), book.pageCount || MAX_PAGES))
      const [fromPage, toPage] = [page(record.fromPage), page(record.toPage ?? record.fromPage)]
      const endedAt = Math.max(startedAt, record.endedAt ?? startedAt)
      const device = record.device?.slice(0, 200) ?? null
      const session = { bookId: book.id, startedAt, endedAt, fromPage, toPage, device }
      sessions.push(session)
      if (wasImportedEarlier(state, record, person, startedAt, { of: 'book', id: record.bookId })) gone.add(session)
    }
    const bookIds = sessions.map((row) => row.bookId)
    const add = async (tx: Tx | undefined) => {
      const here = userId < 0 ? new Set() : await findReadingSessionKeys(tx ?? state.deps.db.query, userId, bookIds)
      const fresh = sessions.filter((row) => {
        const key = readingSessionKey(row)
        if (here.has(key) || gone.has(row)) return false
        here.add(key)
        return tx !== undefined || isNewInDryRun(state, `session ${userId} ${key}`)
      })
      if (tx && fresh.length > 0) {
        await insertImportedReadingSessions(tx, userId, fresh)
        await bumpRevisions(tx, `user:${userId}`)
      }
      return fresh.length
    }
    const added = await inTransactionOrDryRun(state, add)
    state.report.count('session', 'imported', added)
    state.report.count('session', 'unchanged', sessions.length - added)
  }
}
