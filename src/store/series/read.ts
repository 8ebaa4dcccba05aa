import { sql } from 'kysely'
import { cacheViews } from '../list/cached-views.ts'
import { type LibrarySummary, readLibrarySummaries } from '../list/library-summaries.ts'
import { idCondition } from '../list/sql-conditions.ts'
import type { Db, Queryable } from '../open.ts'
import { bytesToUuid, parseUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import { type SeriesFieldColumns, seriesFieldsFromRow } from './series-fields.ts'
import type { SeriesView } from './view.ts'

/** Series by their internal ids, in the order of the ids. Series that the viewer may not see are left out. */
export const readSeries = cacheViews<SeriesView>('series_views', async (db, viewer, ids) => {
  const [rows, libraries] = await Promise.all([rowsOf(db, viewer, ids), readLibrarySummaries(db, viewer)])
  return new Map(rows.map((row) => [row.id, viewOf(row, libraries)]))
})

/** Undefined if the series doesn't exist, or the viewer may not see it. */
export async function findSeries(db: Db, viewer: Viewer, uid: string): Promise<SeriesView | undefined> {
  const bytes = parseUid(uid)
  if (!bytes) return undefined
  const row = await db.query.selectFrom('series').select('id').where('uid', '=', bytes).executeTakeFirst()
  return row && (await readSeries(db, viewer, [row.id]))[0]
}

async function rowsOf(db: Queryable, viewer: Viewer, ids: readonly number[]): Promise<Row[]> {
  const from = db.kind === 'sqlite' ? sql`json_each(${JSON.stringify(ids)}) i cross join series s` : sql`series s`
  const these = db.kind === 'sqlite' ? sql<boolean>`s.id = i.value` : idCondition(db.kind, sql`s.id`, ids)
  const { rows } = await sql<Row>`select s.id, s.uid, s.library_id, s.path, s.folder_name, s.title, s.title_sort,
      s.summary, s.publisher, s.imprint, s.status, s.age_rating, s.language, s.reading_direction, s.year,
      s.total_book_count, s.is_oneshot, s.book_count, s.file_size, s.page_count, s.community_rating, s.user_rating,
      s.cover_version, s.cover_color, s.cover_width, s.cover_height, s.last_book_at, s.files_changed_at, s.created_at, s.updated_at,
      p.done, p.open, p.last_read, c.source as cover_source,
      (select 1 from cover cc where cc.series_id = s.id and cc.source = 'custom' limit 1) as has_custom_cover
    from ${from} left join series_progress p on p.user_id = ${viewer.userId} and p.series_id = s.id
      left join cover c on c.id = s.cover_id
    where ${these} and ${visibilityCondition(db.kind, viewer.sees, 's.class')}`.execute(db.query)
  return rows
}

interface Row extends SeriesFieldColumns {
  id: number
  uid: Uint8Array
  library_id: number
  path: string
  folder_name: string
  title: string
  is_oneshot: number
  book_count: number
  file_size: number
  page_count: number
  community_rating: number | null
  user_rating: number | null
  cover_version: number
  cover_color: string | null
  cover_width: number | null
  cover_height: number | null
  last_book_at: number | null
  files_changed_at: number
  created_at: number
  updated_at: number
  done: number | null
  open: number | null
  last_read: number | null
  cover_source: string | null
  has_custom_cover: number | null
}

function viewOf(row: Row, libraries: ReadonlyMap<number, LibrarySummary>): SeriesView {
  const library = libraries.get(row.library_id)!
  const readCount = row.done ?? 0
  return {
    id: row.id,
    uid: bytesToUuid(row.uid),
    libraryId: row.library_id,
    libraryUid: library.uid,
    libraryName: library.name,
    path: row.path,
    folderName: row.folder_name,
    title: row.title,
    ...seriesFieldsFromRow(row),
    effectiveReadingDirection: row.reading_direction ?? library.readingDirection,
    isOneshot: row.is_oneshot === 1,
    bookCount: row.book_count,
    fileSize: row.file_size,
    pageCount: row.page_count,
    communityRating: row.community_rating,
    averageRating: row.user_rating,
    readCount,
    inProgressCount: row.open ?? 0,
    unreadCount: Math.max(0, row.book_count - readCount),
    lastReadAt: row.last_read,
    cover: {
      version: row.cover_version,
      color: row.cover_color,
      width: row.cover_width,
      height: row.cover_height,
    },
    coverSource: row.cover_source,
    hasCustomCover: row.has_custom_cover === 1,
    lastBookAt: row.last_book_at,
    filesChangedAt: row.files_changed_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
