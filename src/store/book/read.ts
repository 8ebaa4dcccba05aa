import { sql } from 'kysely'
import { cacheViews } from '../list/cached-views.ts'
import { type LibrarySummary, readLibrarySummaries } from '../list/library-summaries.ts'
import type { Db } from '../open.ts'
import { prepareOnce } from '../prepare-once.ts'
import { hexToUuid, parseUid, uidAsHexSql } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { BookView } from './view.ts'

/** Books by their internal ids, in the order of the ids. Books that the viewer may not see are left out. */
export const readBooks = cacheViews<BookView>('book_views', async (db, viewer, ids) => {
  const wanted = { ids: db.kind === 'sqlite' ? JSON.stringify(ids) : ids, userId: viewer.userId }
  const [rows, libraries] = await Promise.all([askForRows(db, viewer.sees, wanted), readLibrarySummaries(db, viewer)])
  return new Map(rows.map((row) => [row.id, viewOf(row, libraries)]))
})

/**
 * Undefined if the book doesn't exist, or the viewer may not see it. A deleted book is returned and marked as deleted.
 */
export async function findBook(db: Db, viewer: Viewer, uid: string): Promise<BookView | undefined> {
  const bytes = parseUid(uid)
  if (!bytes) return undefined
  const row = await db.query.selectFrom('book').select('id').where('uid', '=', bytes).executeTakeFirst()
  return row && (await readBooks(db, viewer, [row.id]))[0]
}

/** The cross and left joins make SQLite start from the ids: otherwise it may start with all series. */
const askForRows = prepareOnce<Wanted, Row>('book_queries', ['ids', 'userId'], (db, sees, { ids, userId }) => {
  const [from, these] =
    db.kind === 'sqlite'
      ? [sql`json_each(${ids}) i cross join book b cross join series s`, sql`b.id = i.value`]
      : [sql`book b cross join series s`, sql`b.id = any(${ids}::int[])`]
  const uid = (column: string) => uidAsHexSql(db.kind, column)
  return sql<Row>`select b.id, ${uid('b.uid')} as uid, b.library_id, b.series_id, b.title, b.title_sort, b.number,
      b.path, b.file_name, b.format, b.file_size, b.hash, b.sync_hash, b.page_count, b.analyzed, b.analysis_error,
      b.file_password is not null as has_file_password,
      b.deleted_at, b.cover_color, b.created_at, b.updated_at, ${uid('s.uid')} as series_uid,
      s.title as series_title, s.reading_direction, ${ownDirection} as own_direction, ${uid('p.uid')} as p_uid, p.page, p.percentage, p.done,
      p.started_at, p.read_at, p.completed_at
    from ${from} left join progress p on p.user_id = ${userId} and p.book_id = b.id
    where ${these} and s.id = b.series_id and ${visibilityCondition(db.kind, sees, 's.class')}`.compile(db.query)
})

/** The reading direction from the file, unless a user has set one for the whole series. */
const ownDirection = sql`case when b.reading_direction is null or s.locks like '%"readingDirection"%' then null
  else b.reading_direction end`

interface Wanted {
  /** JSON for SQLite. */
  ids: string | readonly number[]
  userId: number
}

interface Row {
  id: number
  uid: string
  library_id: number
  series_id: number
  title: string
  title_sort: string | null
  number: number | null
  path: string
  file_name: string
  format: string
  file_size: number
  hash: string
  sync_hash: string | null
  page_count: number
  analyzed: number
  analysis_error: string | null
  /** A boolean on PostgreSQL. */
  has_file_password: boolean | number
  deleted_at: number | null
  cover_color: string | null
  created_at: number
  updated_at: number
  series_uid: string
  series_title: string
  reading_direction: string | null
  own_direction: string | null
  p_uid: string | null
  /** Null if there is no progress. */
  done: number | null
  page: number
  percentage: number | null
  started_at: number
  read_at: number
  completed_at: number | null
}

function viewOf(row: Row, libraries: ReadonlyMap<number, LibrarySummary>): BookView {
  const library = libraries.get(row.library_id)!
  return {
    id: row.id,
    uid: hexToUuid(row.uid),
    libraryId: row.library_id,
    libraryUid: library.uid,
    libraryName: library.name,
    seriesId: row.series_id,
    seriesUid: hexToUuid(row.series_uid),
    seriesTitle: row.series_title,
    title: row.title,
    titleSort: row.title_sort,
    number: row.number,
    root: library.path,
    path: row.path,
    fileName: row.file_name,
    format: row.format,
    fileSize: row.file_size,
    hash: row.hash,
    syncHash: row.sync_hash,
    pageCount: row.page_count,
    analyzed: row.analyzed === 1,
    analysisError: row.analysis_error,
    hasFilePassword: Boolean(row.has_file_password),
    deletedAt: row.deleted_at,
    readingDirection: row.own_direction ?? row.reading_direction ?? library.readingDirection,
    coverColor: row.cover_color,
    progress: row.done === null ? null : progressOf(row, row.p_uid!),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function progressOf(row: Row, uid: string): BookView['progress'] {
  return {
    uid: hexToUuid(uid),
    page: row.page,
    percentage: row.percentage,
    done: row.done === 1,
    startedAt: row.started_at,
    readAt: row.read_at,
    completedAt: row.completed_at,
  }
}
