import { userDataReadersForExport } from '../../store/export/read-rows-for-export.ts'
import type { Db } from '../../store/open.ts'
import { parseStoredJson } from '../../store/parse-stored-json.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { ImportRecord } from '../records.ts'

type Rows = ReturnType<typeof userDataReadersForExport>
type RowOf<Name extends keyof Rows> = Awaited<ReturnType<Rows[Name]>>[number]

/** Users' own data, in the order of `recordTypes`. */
const recordOf: { readonly [name in keyof Rows]: (row: RowOf<name>) => ImportRecord } = {
  progress: (row) => ({
    ...{ type: 'progress', ...idsOf(row), page: row.page, pageCount: row.page_count, percentage: row.percentage },
    ...{ isCompleted: row.done === 1, startedAt: row.started_at, readAt: row.read_at, completedAt: row.completed_at },
    ...{ locator: parseStoredJson(row.locator, null), pointer: row.pointer, device: row.device },
  }),
  completions: (row) => ({ type: 'completion', ...idsOf(row), completedAt: row.completed_at }),
  sessions: (row) => ({
    ...{ type: 'session', ...idsOf(row), startedAt: row.started_at, endedAt: row.ended_at },
    ...{ fromPage: row.from_page, toPage: row.to_page, device: row.device },
  }),
  ratings: (row) => ({ type: 'rating', ...itemOf(row), rating: row.rating, notes: row.notes, at: row.updated_at }),
  wantToRead: (row) => ({ type: 'wantToRead', ...itemOf(row), at: row.created_at }),
  bookmarks: (row) => {
    const locator = parseStoredJson(row.locator, null)
    return { type: 'bookmark', ...idsOf(row), page: row.page, locator, note: row.note, at: row.created_at }
  },
  annotations: (row) => {
    const locator = parseStoredJson<Record<string, unknown>>(row.locator, {})
    const text = (locator.text as { highlight?: unknown } | undefined)?.highlight
    return {
      ...{ type: 'annotation', id: bytesToUuid(row.uid), ...idsOf(row), page: null, locator },
      ...{ text: typeof text === 'string' ? text : null, note: row.note, color: row.color, style: row.style },
      at: row.created_at,
    }
  },
  follows: (row) => ({ type: 'follow', ...userAndSeriesOf(row), at: row.created_at }),
  hides: (row) => ({ type: 'hide', ...userAndSeriesOf(row), at: row.created_at }),
  filters: (row) => {
    const { name, target, is_shared: shared, updated_at: at } = row
    const fields = { name, target, query: parseStoredJson(row.query, null), isShared: shared === 1, at }
    return { type: 'filter', id: bytesToUuid(row.uid), userId: bytesToUuid(row.user), ...fields }
  },
  preferences: (row) => {
    const value = parseStoredJson<unknown>(row.value, null)
    return { type: 'preference', userId: bytesToUuid(row.user), key: row.name, value, at: row.updated_at }
  },
}

/** Users' own data: progress, history, ratings, bookmarks, annotations, follows, filters and preferences. */
export async function* exportUserData(db: Db, userId?: number): AsyncGenerator<ImportRecord> {
  const rows = userDataReadersForExport(db, userId)
  for (const name of Object.keys(recordOf) as (keyof Rows)[]) {
    for (const row of await rows[name]()) yield recordOf[name](row as never)
  }
}

const idsOf = (row: { user: Uint8Array; book: Uint8Array }) => ({
  userId: bytesToUuid(row.user),
  bookId: bytesToUuid(row.book),
})

const itemOf = (row: { user: Uint8Array; book: Uint8Array | null; series: Uint8Array | null }) => ({
  userId: bytesToUuid(row.user),
  of: row.book ? ('book' as const) : ('series' as const),
  id: bytesToUuid((row.book ?? row.series)!),
})

const userAndSeriesOf = (row: { user: Uint8Array; series: Uint8Array }) => ({
  userId: bytesToUuid(row.user),
  seriesId: bytesToUuid(row.series),
})
