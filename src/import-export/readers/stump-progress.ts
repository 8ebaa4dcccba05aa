import { importRowLabel } from '../../contract/import-details.ts'
import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import {
  foreignIdOf,
  foreignIntegerOf,
  foreignJsonOf,
  foreignNumberOf,
  foreignTextOf,
  foreignTimeOf,
} from '../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../records.ts'
import { byUser, skippedOrphan } from './source-reader.ts'
import { stumpLocatorOf } from './stump-user-data.ts'

/** Positions, completions and, from 0.1 on, what was read on which day. */
export function* stumpProgress(db: ForeignDatabase): Generator<ImportRecord> {
  yield* positions(db)
  yield* completions(db)
  yield* sessions(db)
}

/** The newest row of a user and a book is the current position. */
function* positions(db: ForeignDatabase): Generator<ImportRecord> {
  const columns = [
    'media_id',
    'user_id',
    'page',
    'percentage_completed',
    'epubcfi',
    'koreader_progress',
    'started_at',
  ] as const
  const later = ['updated_at', 'created_at', 'end_page', 'end_percentage', 'end_locator', 'status'] as const
  const books = new Map(
    [...db.rows('media', ['id', 'pages', 'path'])].map((row) => [
      foreignIdOf(row.id),
      { pages: foreignIntegerOf(row.pages), path: foreignTextOf(row.path, 500) },
    ]),
  )
  const newest = new Map<string, ImportRecord & { type: 'progress' }>()
  for (const row of db.rows('reading_sessions', [...columns, ...later], byUser('user_id'))) {
    const [userId, bookId] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id)]
    if (!userId || !bookId) {
      yield skippedOrphan('progress', bookId)
      continue
    }
    const readAt = foreignTimeOf(row.updated_at) ?? foreignTimeOf(row.started_at)
    const startedAt = foreignTimeOf(row.started_at) ?? foreignTimeOf(row.created_at)
    const isCompleted = /^finished$/i.test(foreignTextOf(row.status) ?? '')
    const count = books.get(bookId)?.pages ?? null
    const locator = stumpLocatorOf(foreignJsonOf(row.end_locator), foreignTextOf(row.epubcfi))
    const known = newest.get(`${userId} ${bookId}`)
    // With one row per day, each row is imported as a session, so older ones aren't lost.
    if (known && !db.has('reading_sessions', 'end_page'))
      yield skippedRecord('progress', books.get(bookId)?.path ?? importRowLabel('book', bookId), 'newer_position')
    const record: ImportRecord & { type: 'progress' } = {
      type: 'progress',
      userId,
      bookId,
      page: foreignIntegerOf(row.end_page) ?? foreignIntegerOf(row.page),
      pageCount: count !== null && count > 0 ? count : null,
      percentage: foreignNumberOf(row.end_percentage) ?? foreignNumberOf(row.percentage_completed),
      isCompleted,
      startedAt: earlier(startedAt, known?.startedAt ?? null),
      readAt,
      completedAt: isCompleted ? readAt : null,
      pointer: foreignTextOf(row.koreader_progress),
      ...(locator && { locator }),
    }
    if (!known || (known.readAt ?? 0) <= (readAt ?? 0)) newest.set(`${userId} ${bookId}`, record)
    else known.startedAt = record.startedAt
  }
  yield* newest.values()
  // A book that was finished and not started again has no open row.
  const finished = ['media_id', 'user_id', 'started_at', 'completed_at'] as const
  for (const row of db.rows('finished_reading_sessions', finished, byUser('user_id'))) {
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

const earlier = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)

function* completions(db: ForeignDatabase): Generator<ImportRecord> {
  const columns = ['media_id', 'user_id', 'completed_at'] as const
  for (const row of db.rows('finished_reading_sessions', columns, byUser('user_id'))) {
    const [userId, bookId] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id)]
    if (userId && bookId) yield { type: 'completion', userId, bookId, completedAt: foreignTimeOf(row.completed_at) }
    else yield skippedOrphan('completion', bookId)
  }
  // 0.1 marks the last day of each completed reading as finished; the newest row is also the position.
  const days = db.has('reading_sessions', 'status') ? db.rows('reading_sessions', [...FINISHED]) : []
  for (const row of days) {
    const [userId, bookId] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id)]
    if (!userId || !bookId || !/^finished$/i.test(foreignTextOf(row.status) ?? '')) continue
    yield { type: 'completion', userId, bookId, completedAt: foreignTimeOf(row.updated_at) }
  }
}

const FINISHED = ['media_id', 'user_id', 'status', 'updated_at', 'readthrough_number'] as const

/** Only 0.1 stores what was read on which day. */
function* sessions(db: ForeignDatabase): Generator<ImportRecord> {
  if (!db.has('reading_sessions', 'end_page')) return
  const columns = ['media_id', 'user_id', 'start_page', 'end_page', 'created_at', 'updated_at'] as const
  for (const row of db.rows('reading_sessions', columns, byUser('user_id'))) {
    const [userId, bookId] = [foreignIdOf(row.user_id), foreignIdOf(row.media_id)]
    if (!userId || !bookId) {
      yield skippedOrphan('session', bookId)
      continue
    }
    const [startedAt, endedAt] = [foreignTimeOf(row.created_at), foreignTimeOf(row.updated_at)]
    const [fromPage, toPage] = [foreignIntegerOf(row.start_page), foreignIntegerOf(row.end_page)]
    yield { type: 'session', userId, bookId, startedAt, endedAt, fromPage, toPage, device: null }
  }
}
