import { sql } from 'kysely'
import { limitOffset, type PageRange } from '../list/page-range.ts'
import { combineWithAnd, type SqlCondition } from '../list/sql-conditions.ts'
import { visibilityInLibraries } from '../list/visibility-in-libraries.ts'
import type { Db } from '../open.ts'
import { parseStoredJson } from '../parse-stored-json.ts'
import { parseUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import { readBooks } from './read.ts'
import type { BookView } from './view.ts'

export interface AnalysisErrorView {
  type: string
  message: string
  occurredAt: number
  details: unknown
}

export interface FailedBook {
  book: BookView
  /** All errors, newest first. */
  errors: AnalysisErrorView[]
}

export interface FailedBooksQuery {
  libraryId?: string
  seriesId?: string
  type?: string
}

/** One page of the books with analysis errors, and the number of books per error type. */
export async function listFailedBooks(
  db: Db,
  viewer: Viewer,
  query: FailedBooksQuery,
  rows: PageRange,
): Promise<{ counts: Map<string, number>; data: FailedBook[]; total: number }> {
  const sees = await visibilityInLibraries(db, viewer, query.libraryId)
  const scope: SqlCondition[] = [sql<boolean>`b.id = e.book_id`, visibilityCondition(db.kind, sees, 'b.class')]
  if (query.seriesId !== undefined) {
    const uid = parseUid(query.seriesId)
    scope.push(sql<boolean>`b.series_id = (select s.id from series s where s.uid = ${uid ?? new Uint8Array(16)})`)
  }
  const ofType = query.type === undefined ? scope : [...scope, sql<boolean>`e.type = ${query.type}`]
  const [counted, total, page] = await Promise.all([
    sql<{ type: string; n: number }>`select e.type, count(*) as n from book_error e cross join book b
      where ${combineWithAnd(scope)} group by e.type order by e.type`.execute(db.query),
    sql<{ n: number }>`select count(distinct e.book_id) as n from book_error e cross join book b
      where ${combineWithAnd(ofType)}`.execute(db.query),
    sql<{ id: number }>`select distinct b.id, b.sort_key from book_error e cross join book b
      where ${combineWithAnd(ofType)} order by b.sort_key, b.id ${limitOffset(rows)}`.execute(db.query),
  ])
  const ids = page.rows.map((row) => row.id)
  const [books, errors] = await Promise.all([readBooks(db, viewer, ids), errorsOf(db, ids)])
  return {
    counts: new Map(counted.rows.map((row) => [row.type, row.n])),
    data: books.map((book) => ({ book, errors: errors.get(book.id) ?? [] })),
    total: total.rows[0]?.n ?? 0,
  }
}

async function errorsOf(db: Db, ids: readonly number[]): Promise<Map<number, AnalysisErrorView[]>> {
  const errors = new Map<number, AnalysisErrorView[]>()
  if (ids.length === 0) return errors
  const rows = await db.query
    .selectFrom('book_error')
    .selectAll()
    .where('book_id', 'in', ids)
    .orderBy('occurred_at', 'desc')
    .orderBy('type')
    .execute()
  for (const row of rows) {
    const { type, message, occurred_at: occurredAt } = row
    const view = { type, message, occurredAt, details: parseStoredJson<unknown>(row.details, null) }
    errors.set(row.book_id, [...(errors.get(row.book_id) ?? []), view])
  }
  return errors
}
