import { importRowLabel } from '../../../contract/import-details.ts'
import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignJsonOf,
  foreignNumberOf,
  foreignTextOf,
  foreignTimeOf,
} from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'
import { recordsOfUsers } from '../rows-of-users.ts'

export function* codexProgress(db: ForeignDatabase): Generator<ImportRecord> {
  // The row has the time when the server wrote it; the sessions have the time of reading.
  const readAt = new Map<string, number>()
  for (const row of db.rows('reading_sessions', ['user_id', 'book_id', 'client_ended_at'])) {
    const [key, time] = [`${foreignIdOf(row.user_id)} ${foreignIdOf(row.book_id)}`, foreignTimeOf(row.client_ended_at)]
    if (time !== null) readAt.set(key, Math.max(time, readAt.get(key) ?? 0))
  }
  const pages = new Map(
    [...db.rows('books', ['id', 'page_count'])].map((row) => [foreignIdOf(row.id), foreignIntegerOf(row.page_count)]),
  )
  const columns = ['current_page', 'progress_percentage', 'completed', 'r2_progression'] as const
  const times = ['started_at', 'updated_at', 'completed_at'] as const
  const rows = { table: 'read_progress', what: 'progress', item: 'book_id' }
  yield* recordsOfUsers(db, rows, [...columns, ...times], (row, { userId, id: bookId }) => {
    const completedAt = foreignTimeOf(row.completed_at)
    const time = readAt.get(`${userId} ${bookId}`) ?? completedAt ?? foreignTimeOf(row.updated_at)
    const startedAt = foreignTimeOf(row.started_at)
    const progression = foreignJsonOf(row.r2_progression) as { locator?: unknown; device?: { name?: unknown } } | null
    const locator = isLocator(progression?.locator) ? progression.locator : null
    const total = (locator?.locations as { totalProgression?: unknown } | undefined)?.totalProgression
    const [page, pageCount] = [foreignIntegerOf(row.current_page), pages.get(bookId) ?? null]
    // Version 1.0 has only a page, for EPUBs too.
    const share = page !== null && pageCount ? Math.min(1, page / pageCount) : null
    return {
      type: 'progress',
      userId,
      bookId,
      page,
      pageCount,
      percentage: typeof total === 'number' ? total : (foreignNumberOf(row.progress_percentage) ?? share),
      isCompleted: foreignFlagOf(row.completed),
      startedAt: startedAt !== null && time !== null ? Math.min(startedAt, time) : startedAt,
      readAt: time,
      completedAt: foreignFlagOf(row.completed) ? (completedAt ?? time) : null,
      device: typeof progression?.device?.name === 'string' ? progression.device.name.slice(0, 200) : null,
      ...(locator && { locator }),
    }
  })
}

const isLocator = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { href?: unknown }).href === 'string'

export function* codexCompletions(db: ForeignDatabase): Generator<ImportRecord> {
  const rows = { table: 'read_completions', what: 'completion', item: 'book_id' }
  yield* recordsOfUsers(db, rows, ['completed_at'], (row, { userId, id: bookId }) => ({
    type: 'completion',
    userId,
    bookId,
    completedAt: foreignTimeOf(row.completed_at),
  }))
}

export function* codexSessions(db: ForeignDatabase): Generator<ImportRecord> {
  const columns = ['device_name', 'kind', 'from_page', 'to_page', 'pages_read'] as const
  const times = ['client_started_at', 'client_ended_at'] as const
  const rows = { table: 'reading_sessions', what: 'session', item: 'book_id' }
  yield* recordsOfUsers(db, rows, [...columns, ...times], (row, { userId, id: bookId }) => {
    if (foreignTextOf(row.kind) === 'reset') return skippedRecord('session', importRowLabel('book', bookId), 'unread')
    const toPage = foreignIntegerOf(row.to_page)
    const read = foreignIntegerOf(row.pages_read) ?? 0
    const endedAt = foreignTimeOf(row.client_ended_at)
    return {
      type: 'session',
      userId,
      bookId,
      startedAt: foreignTimeOf(row.client_started_at) ?? endedAt,
      endedAt,
      fromPage: foreignIntegerOf(row.from_page) ?? (toPage === null ? null : Math.max(1, toPage - read)),
      toPage,
      device: foreignTextOf(row.device_name, 200),
    }
  })
}
