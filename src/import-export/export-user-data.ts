import { userDataReadersForExport } from '../store/export/read-rows-for-export.ts'
import type { Db } from '../store/open.ts'
import { parseStoredJson } from '../store/parse-stored-json.ts'
import { bytesToUuid } from '../store/uid.ts'
import type { ImportRecord } from './records.ts'

/** Users' own data: progress, history, ratings, bookmarks, annotations, follows, filters and preferences. */
export async function* exportUserData(db: Db, userId?: number): AsyncGenerator<ImportRecord> {
  const rows = userDataReadersForExport(db, userId)
  for (const row of await rows.progress()) {
    yield {
      type: 'progress',
      userId: bytesToUuid(row.user),
      bookId: bytesToUuid(row.book),
      page: row.page,
      pageCount: row.page_count,
      percentage: row.percentage,
      isCompleted: row.done === 1,
      startedAt: row.started_at,
      readAt: row.read_at,
      completedAt: row.completed_at,
      locator: parseStoredJson(row.locator, null),
      pointer: row.pointer,
      device: row.device,
    }
  }
  const ids = (row: { user: Uint8Array; book: Uint8Array }) => ({
    userId: bytesToUuid(row.user),
    bookId: bytesToUuid(row.book),
  })
  for (const row of await rows.completions()) yield { type: 'completion', ...ids(row), completedAt: row.completed_at }
  for (const row of await rows.sessions()) {
    const { started_at: startedAt, ended_at: endedAt, from_page: fromPage, to_page: toPage, device } = row
    yield { type: 'session', ...ids(row), startedAt, endedAt, fromPage, toPage, device }
  }
  const about = (row: { user: Uint8Array; book: Uint8Array | null; series: Uint8Array | null }) => ({
    userId: bytesToUuid(row.user),
    of: row.book ? ('book' as const) : ('series' as const),
    id: bytesToUuid((row.book ?? row.series)!),
  })
  for (const row of await rows.ratings())
    yield { type: 'rating', ...about(row), rating: row.rating, notes: row.notes, at: row.updated_at }
  for (const row of await rows.wishes()) yield { type: 'wish', ...about(row), at: row.created_at }
  for (const row of await rows.bookmarks()) {
    yield {
      type: 'bookmark',
      ...ids(row),
      page: row.page,
      locator: parseStoredJson(row.locator, null),
      note: row.note,
      at: row.created_at,
    }
  }
  for (const row of await rows.annotations()) {
    const locator = parseStoredJson<Record<string, unknown>>(row.locator, {})
    const text = (locator.text as { highlight?: unknown } | undefined)?.highlight
    const quote = typeof text === 'string' ? text : null
    yield {
      type: 'annotation',
      id: bytesToUuid(row.uid),
      ...ids(row),
      page: null,
      locator,
      text: quote,
      note: row.note,
      color: row.color,
      style: row.style,
      at: row.created_at,
    }
  }
  for (const row of await rows.follows())
    yield { type: 'follow', userId: bytesToUuid(row.user), seriesId: bytesToUuid(row.series), at: row.created_at }
  for (const row of await rows.hides())
    yield { type: 'hide', userId: bytesToUuid(row.user), seriesId: bytesToUuid(row.series), at: row.created_at }
  for (const row of await rows.filters()) {
    const { name, target, is_shared: shared, updated_at: at } = row
    const fields = { name, target, query: parseStoredJson(row.query, null), isShared: shared === 1, at }
    yield { type: 'filter', id: bytesToUuid(row.uid), userId: bytesToUuid(row.user), ...fields }
  }
  for (const row of await rows.preferences()) {
    const value = parseStoredJson<unknown>(row.value, null)
    yield { type: 'preference', userId: bytesToUuid(row.user), key: row.name, value, at: row.updated_at }
  }
}
