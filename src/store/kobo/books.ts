import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { idCondition } from '../list/sql-conditions.ts'
import type { Queryable } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/** A book as sent to a Kobo. */
export interface KoboBook {
  id: number
  uid: Uint8Array
  title: string
  number: number | null
  numberText: string | null
  format: string
  isFixedLayout: boolean
  hash: string
  fileSize: number
  pageCount: number
  coverVersion: number
  language: string | null
  releaseDate: number | null
  createdAt: number
  updatedAt: number
  summary: string | null
  authors: string[]
  publisher: string | null
  seriesUid: Uint8Array
  seriesTitle: string
  isOneshot: boolean
  isRightToLeft: boolean
  /** A fingerprint of the metadata. */
  fingerprint: string
  state: KoboReadingState | undefined
}

export interface KoboReadingState {
  at: number
  startedAt: number
  completedAt: number | null
  done: boolean
  page: number
  percentage: number | null
  /** Total minutes on all devices. */
  minutes: number
  timesFinished: number
}

interface Row {
  id: number
  uid: Uint8Array
  title: string
  number: number | null
  number_text: string | null
  format: string
  is_fixed_layout: number
  hash: string
  file_size: number
  page_count: number
  cover_version: number
  language: string | null
  release_date: number | null
  created_at: number
  updated_at: number
  summary: string | null
  book_authors: string | null
  series_authors: string | null
  publisher: string | null
  series_uid: Uint8Array
  series_title: string
  series_language: string | null
  is_oneshot: number
  reading_direction: string | null
  default_reading_direction: string
  done: number | null
  page: number | null
  percentage: number | null
  started_at: number | null
  read_at: number | null
  completed_at: number | null
  read_ms: number | null
  times_finished: number
}

/** By internal id. Books that the viewer may not see are left out. */
export async function readKoboBooks(
  db: Queryable,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, KoboBook>> {
  if (ids.length === 0) return new Map()
  const { rows } =
    await sql<Row>`select b.id, b.uid, b.title, b.number, b.number_text, b.format, b.is_fixed_layout, b.hash,
      b.file_size, b.page_count, b.cover_version, b.language, b.release_date, b.created_at, b.updated_at, m.summary,
      m.authors as book_authors, s.authors as series_authors, s.publisher, s.uid as series_uid, s.title as series_title,
      s.language as series_language, s.is_oneshot, s.reading_direction, l.default_reading_direction, p.done, p.page, p.percentage, p.started_at, p.read_at, p.completed_at,
      case when p.read_at is null then 0 else (select sum(r.ended_at - r.started_at) from reading_session r
        where r.book_id = b.id and r.user_id = ${viewer.userId}) end as read_ms,
      case when p.read_at is null then 0 else (select count(*) from completion c
        where c.book_id = b.id and c.user_id = ${viewer.userId}) end as times_finished
    from book b join series s on s.id = b.series_id join library l on l.id = b.library_id left join book_meta m on m.book_id = b.id
      left join progress p on p.book_id = b.id and p.user_id = ${viewer.userId}
    where ${idCondition(db.kind, sql`b.id`, ids)} and ${visibilityCondition(db.kind, viewer.sees, 'b.class')}`.execute(
      db.query,
    )
  return new Map(rows.map((row) => [row.id, koboBookOf(row)]))
}

function koboBookOf(row: Row): KoboBook {
  const authors = authorNames(row.book_authors)
  const book = {
    title: row.title,
    number: row.number,
    numberText: row.number_text,
    coverVersion: row.cover_version,
    language: row.language ?? row.series_language,
    releaseDate: row.release_date,
    summary: row.summary,
    authors: authors.length > 0 ? authors : authorNames(row.series_authors),
    publisher: row.publisher,
    seriesTitle: row.series_title,
    isOneshot: row.is_oneshot === 1,
  }
  return {
    ...book,
    fingerprint: createHash('sha256').update(JSON.stringify(book)).digest('base64url').slice(0, 22),
    id: row.id,
    uid: row.uid,
    format: row.format,
    isFixedLayout: row.is_fixed_layout === 1,
    hash: row.hash,
    fileSize: Number(row.file_size),
    pageCount: row.page_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    seriesUid: row.series_uid,
    isRightToLeft: (row.reading_direction ?? row.default_reading_direction) === 'rtl',
    state:
      row.read_at === null
        ? undefined
        : {
            at: row.read_at,
            startedAt: row.started_at ?? row.read_at,
            completedAt: row.completed_at,
            done: row.done === 1,
            page: row.page ?? 1,
            percentage: row.percentage,
            minutes: Math.round(Number(row.read_ms ?? 0) / 60_000),
            timesFinished: Number(row.times_finished),
          },
  }
}

/** The writers; everyone credited if there are none. */
function authorNames(json: string | null): string[] {
  if (!json) return []
  const people = (JSON.parse(json) as { name?: unknown; role?: unknown }[]).filter(
    ({ name }) => typeof name === 'string',
  )
  const writers = people.filter(({ role }) => role === 'author' || role === 'writer' || role === 'co_author')
  const names = (writers.length > 0 ? writers : people).map(({ name }) => name as string)
  return [...new Set(names)].slice(0, 20)
}
