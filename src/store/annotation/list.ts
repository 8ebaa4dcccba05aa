import { type RawBuilder, sql } from 'kysely'
import { limitOffset, type PageRange } from '../list/page-range.ts'
import type { Queryable } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { AnnotationRow } from './annotation.ts'

export interface AnnotationFilter {
  bookId?: number
  bookUid?: Uint8Array
  seriesUid?: Uint8Array
  color?: string
  style?: string
  hasNote?: boolean
  /** Folded like `search_text`. */
  searchText?: string
  /** Changes since then, including deleted ones. */
  since?: number
}

/** An annotation with the fields of its book for an export. */
export interface AnnotationWithBook extends AnnotationRow {
  book_uid: Uint8Array
  book_title: string
  series_title: string
}

/** The viewer's own annotations in books they may see. */
export async function listAnnotations(
  db: Queryable,
  viewer: Viewer,
  filter: AnnotationFilter,
  rows: PageRange,
): Promise<{ data: AnnotationWithBook[]; total: number }> {
  const from = sql`from annotation a join book b on b.id = a.book_id join series s on s.id = b.series_id
    where ${matches(db, viewer, filter)}`
  const order =
    filter.since !== undefined
      ? sql`a.synced_at, a.id`
      : filter.bookId !== undefined
        ? sql`a.position, a.created_at, a.id`
        : sql`a.updated_at desc, a.id desc`
  const found =
    await sql<AnnotationWithBook>`select a.*, b.uid as book_uid, b.title as book_title, s.title as series_title
    ${from} order by ${order} ${limitOffset(rows)}`.execute(db.query)
  const count = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db.query)
  return { data: found.rows, total: Number(count.rows[0]?.n ?? 0) }
}

/** For an export: book by book, each in reading order. One batch at a time, so that memory stays bounded. */
export async function* streamAnnotationsForExport(
  db: Queryable,
  viewer: Viewer,
  filter: AnnotationFilter,
): AsyncGenerator<AnnotationWithBook[]> {
  for (let offset = 0; ; offset += BATCH) {
    const { rows } =
      await sql<AnnotationWithBook>`select a.*, b.uid as book_uid, b.title as book_title, s.title as series_title
      from annotation a join book b on b.id = a.book_id join series s on s.id = b.series_id
      where ${matches(db, viewer, filter)}
      order by s.sort_key, s.id, b.sort_key, b.id, a.position, a.created_at, a.id
      ${limitOffset({ limit: BATCH, offset })}`.execute(db.query)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
  }
}

const BATCH = 1000

function matches(db: Queryable, viewer: Viewer, filter: AnnotationFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [
    sql`a.user_id = ${viewer.userId}`,
    visibilityCondition(db.kind, viewer.sees, 'b.class'),
  ]
  if (filter.bookId !== undefined) conditions.push(sql`a.book_id = ${filter.bookId}`)
  if (filter.bookUid) conditions.push(sql`b.uid = ${filter.bookUid}`)
  if (filter.seriesUid) conditions.push(sql`s.uid = ${filter.seriesUid}`)
  if (filter.color) conditions.push(sql`a.color = ${filter.color}`)
  if (filter.style) conditions.push(sql`a.style = ${filter.style}`)
  if (filter.hasNote !== undefined) conditions.push(filter.hasNote ? sql`a.note is not null` : sql`a.note is null`)
  if (filter.searchText) {
    const pattern = `%${filter.searchText.replaceAll(/[\\%_]/g, '\\$&')}%`
    conditions.push(sql`a.search_text like ${pattern} escape '\\'`)
  }
  conditions.push(filter.since === undefined ? sql`a.deleted_at is null` : sql`a.synced_at >= ${filter.since}`)
  return sql.join(conditions, sql` and `)
}
