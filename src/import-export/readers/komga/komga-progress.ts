import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignGzippedJsonOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignTextOf,
  foreignTimeOf,
} from '../../foreign-values.ts'
import type { ImportRecord } from '../../records.ts'
import type { ProgressRecord } from '../../user-records.ts'
import { recordsOfUsers } from '../rows-of-users.ts'

export function* komgaProgress(db: ForeignDatabase): Generator<ImportRecord> {
  const pages = new Map<string, number>()
  for (const row of db.rows('MEDIA', ['BOOK_ID', 'PAGE_COUNT'])) {
    const [id, count] = [foreignIdOf(row.BOOK_ID), foreignIntegerOf(row.PAGE_COUNT)]
    if (id !== null && count !== null) pages.set(id, count)
  }
  const columns = ['PAGE', 'COMPLETED', 'READ_DATE', 'CREATED_DATE', 'LAST_MODIFIED_DATE'] as const
  const rows = { table: 'READ_PROGRESS', what: 'progress', user: 'USER_ID', item: 'BOOK_ID' }
  yield* recordsOfUsers(db, rows, [...columns, 'device_name', 'locator'], (row, { userId, id: bookId }) => {
    const [page, pageCount] = [foreignIntegerOf(row.PAGE), pages.get(bookId) ?? null]
    const readAt = foreignTimeOf(row.READ_DATE) ?? foreignTimeOf(row.LAST_MODIFIED_DATE)
    // Progress that was synced later has a creation time after the time of reading.
    const startedAt = earliest(foreignTimeOf(row.CREATED_DATE), readAt)
    const isCompleted = foreignFlagOf(row.COMPLETED)
    const locator = locatorOf(foreignGzippedJsonOf(row.locator))
    return {
      type: 'progress',
      userId,
      bookId,
      page,
      pageCount,
      percentage: percentageOf(locator) ?? (page !== null && pageCount ? Math.min(1, page / pageCount) : null),
      isCompleted,
      startedAt,
      readAt,
      completedAt: isCompleted ? readAt : null,
      device: foreignTextOf(row.device_name),
      ...(locator && { locator }),
    } satisfies ProgressRecord
  })
}

/** For page-based books it contains only the page: without a document it is useless. */
function locatorOf(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null
  return typeof (value as { href?: unknown }).href === 'string' ? (value as Record<string, unknown>) : null
}

function percentageOf(locator: Record<string, unknown> | null): number | null {
  const total = (locator?.locations as { totalProgression?: unknown } | undefined)?.totalProgression
  return typeof total === 'number' && total >= 0 && total <= 1 ? total : null
}

const earliest = (...times: (number | null)[]): number | null =>
  times.reduce((min, time) => (time === null ? min : min === null ? time : Math.min(min, time)), null)
