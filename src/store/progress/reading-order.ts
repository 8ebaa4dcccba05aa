import { sql } from 'kysely'
import type { Queryable } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { ReadableBook } from './read.ts'

/** A book of an ordered list, with whether the viewer has started or finished it. */
export interface OrderedBook extends ReadableBook {
  number: number | null
  isDone: boolean
  isBegun: boolean
}

/** The books of a series in reading order. */
export function readBooksInSeriesOrder(db: Queryable, viewer: Viewer, seriesId: number): Promise<OrderedBook[]> {
  return readRun(db, viewer, sql`b.series_id = ${seriesId}`, sql`coalesce(b.number, 1e308), b.sort_key, b.id`)
}

/** The books of a read list in the order of the list. */
export function readBooksInReadListOrder(db: Queryable, viewer: Viewer, readListId: number): Promise<OrderedBook[]> {
  return readRun(
    db,
    viewer,
    sql`b.id in (select m.book_id from read_list_book m where m.read_list_id = ${readListId})`,
    sql`(select m.position from read_list_book m where m.read_list_id = ${readListId} and m.book_id = b.id), b.id`,
  )
}

async function readRun(
  db: Queryable,
  viewer: Viewer,
  which: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
): Promise<OrderedBook[]> {
  const { rows } = await sql<ReadableBook & { number: number | null; done: number | null }>`select b.id, b.uid,
      b.series_id as "seriesId", s.uid as "seriesUid", l.uid as "libraryUid", b.class, b.page_count as "pageCount",
      b.format, b.number, p.done
    from book b join series s on s.id = b.series_id join library l on l.id = b.library_id
      left join progress p on p.user_id = ${viewer.userId} and p.book_id = b.id
    where ${which} and ${visibilityCondition(db.kind, viewer.sees, 'b.class')} order by ${order}`.execute(db.query)
  return rows.map(({ done, ...book }) => ({ ...book, isDone: done === 1, isBegun: done === 0 }))
}
