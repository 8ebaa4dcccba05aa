import { importRowLabel } from '../../../contract/import-details.ts'
import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignNumberOf,
  foreignTextOf,
  foreignTimeOf,
} from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'
import type { ProgressRecord } from '../../user-records.ts'
import { orderedByUser } from '../foreign-rows.ts'
import { recordsOfUsers } from '../rows-of-users.ts'
import { stumpLocatorOf } from './stump-locator.ts'

/** Positions, completions and, from 0.1 on, what was read on which day. */
export function* stumpProgress(db: ForeignDatabase): Generator<ImportRecord> {
  yield* positions(db)
  yield* completions(db)
  yield* sessions(db)
}

const COLUMNS = [
  ...(['page', 'percentage_completed', 'epubcfi', 'locator', 'koreader_progress', 'started_at'] as const),
  ...(['updated_at', 'created_at', 'end_page', 'end_percentage', 'end_locator', 'status'] as const),
  ...(['is_completed', 'completed_at'] as const),
]

type Books = ReadonlyMap<string | null, { pages: number | null; path: string | null }>

/** The newest row of a user and a book is the current position. */
function* positions(db: ForeignDatabase): Generator<ImportRecord> {
  const books: Books = new Map(
    [...db.rows('media', ['id', 'pages', 'path'])].map((row) => [
      foreignIdOf(row.id),
      { pages: foreignIntegerOf(row.pages), path: foreignTextOf(row.path, 500) },
    ]),
  )
  const newest = new Map<string, ProgressRecord>()
  // With one row per day, each row is imported as a session, so older ones aren't lost.
  const hasDays = db.has('reading_sessions', 'end_page')
  // The first versions of 0.0 have one row per book, finished or not.
  for (const table of ['reading_sessions', 'read_progresses']) {
    yield* recordsOfUsers(db, { table, what: 'progress', item: 'media_id' }, COLUMNS, (row, { userId, id: bookId }) => {
      const key = `${userId} ${bookId}`
      const [record, known] = [positionOf(row, userId, bookId, books), newest.get(key)]
      if (known) record.startedAt = known.startedAt = earlier(record.startedAt, known.startedAt)
      if (!known || (known.readAt ?? 0) <= (record.readAt ?? 0)) newest.set(key, record)
      if (!known || hasDays) return undefined
      return skippedRecord('progress', books.get(bookId)?.path ?? importRowLabel('book', bookId), 'newer_position')
    })
  }
  yield* newest.values()
  // A book that was finished and not started again has no open row.
  const finished = ['media_id', 'user_id', 'started_at', 'completed_at'] as const
  for (const row of db.rows('finished_reading_sessions', finished, orderedByUser('user_id'))) {
    const [userId, bookId, at] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id), foreignTimeOf(row.completed_at)]
    if (!userId || !bookId || newest.has(`${userId} ${bookId}`)) continue
    const startedAt = foreignTimeOf(row.started_at) ?? at
    yield {
      type: 'progress',
      userId,
      bookId,
      page: books.get(bookId)?.pages ?? null,
      pageCount: books.get(bookId)?.pages ?? null,
      percentage: 1,
      isCompleted: true,
      startedAt,
      readAt: at,
      completedAt: at,
    }
  }
}

function positionOf(
  row: ForeignRow<(typeof COLUMNS)[number]>,
  userId: string,
  bookId: string,
  books: Books,
): ProgressRecord {
  const isCompleted = isFinished(row.status) || foreignFlagOf(row.is_completed)
  const completedAt = foreignTimeOf(row.completed_at)
  const readAt = foreignTimeOf(row.updated_at) ?? completedAt ?? foreignTimeOf(row.started_at)
  const count = books.get(bookId)?.pages ?? null
  const locator = stumpLocatorOf(row.end_locator ?? row.locator, row.epubcfi)
  return {
    type: 'progress',
    userId,
    bookId,
    page: foreignIntegerOf(row.end_page) ?? foreignIntegerOf(row.page),
    pageCount: count !== null && count > 0 ? count : null,
    percentage: foreignNumberOf(row.end_percentage) ?? foreignNumberOf(row.percentage_completed),
    isCompleted,
    startedAt: foreignTimeOf(row.started_at) ?? foreignTimeOf(row.created_at),
    readAt,
    completedAt: isCompleted ? (completedAt ?? readAt) : null,
    pointer: foreignTextOf(row.koreader_progress),
    ...(locator && { locator }),
  }
}

const isFinished = (status: ForeignRow[string]): boolean => /^finished$/i.test(foreignTextOf(status) ?? '')

const earlier = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)

function* completions(db: ForeignDatabase): Generator<ImportRecord> {
  const finished = { table: 'finished_reading_sessions', what: 'completion', item: 'media_id' }
  yield* recordsOfUsers(db, finished, ['completed_at'], (row, { userId, id: bookId }) => ({
    type: 'completion',
    userId,
    bookId,
    completedAt: foreignTimeOf(row.completed_at),
  }))
  // Their rows are also positions, which is where one without a user or book is reported. 0.1 marks the last day of
  // each completed reading as finished.
  for (const table of ['reading_sessions', 'read_progresses']) {
    const columns = ['media_id', 'user_id', 'status', 'updated_at', 'is_completed', 'completed_at'] as const
    for (const row of db.rows(table, [...columns, 'readthrough_number'])) {
      const [userId, bookId] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id)]
      if (!userId || !bookId || !(isFinished(row.status) || foreignFlagOf(row.is_completed))) continue
      const completedAt = foreignTimeOf(row.completed_at) ?? foreignTimeOf(row.updated_at)
      yield { type: 'completion', userId, bookId, completedAt }
    }
  }
}

/** Only 0.1 stores what was read on which day. */
function* sessions(db: ForeignDatabase): Generator<ImportRecord> {
  if (!db.has('reading_sessions', 'end_page')) return
  const rows = { table: 'reading_sessions', what: 'session', item: 'media_id' }
  const columns = ['start_page', 'end_page', 'created_at', 'updated_at'] as const
  yield* recordsOfUsers(db, rows, columns, (row, { userId, id: bookId }) => {
    const [startedAt, endedAt] = [foreignTimeOf(row.created_at), foreignTimeOf(row.updated_at)]
    const [fromPage, toPage] = [foreignIntegerOf(row.start_page), foreignIntegerOf(row.end_page)]
    return { type: 'session', userId, bookId, startedAt, endedAt, fromPage, toPage, device: null }
  })
}
