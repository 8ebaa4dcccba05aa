import { sql } from 'kysely'
import type { PreparedList } from '../list/prepared-list.ts'
import { combineWithAnd } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { compileSeriesFilter, type SeriesFilter } from '../series/filter.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { BookFilter } from './filter.ts'

/**
 * Totals of books without counting books: a filter that depends only on the series is a sum over series, and the number
 * of books a user has read is a sum over their series progress. Undefined: the books must be counted.
 */
export function countBooksFromSums(db: Db, listing: PreparedList<BookFilter>): Promise<number> | undefined {
  const { filter, head, includeDeleted } = listing
  if (!filter || head || includeDeleted) return undefined
  if ('readStatus' in filter) return countByReadStatus(db, listing, filter.readStatus)
  const ofSeries = filterOfSeriesOnly(filter)
  if (ofSeries) return sumOverSeries(db, listing, ofSeries)
  const [status, rest] = withoutReadStatus(filter)
  const left = rest && filterOfSeriesOnly(rest)
  return left && countByReadStatus(db, listing, status!, left)
}

/** Splits off the read status: the progress per series is stored, so the books needn't be read. */
function withoutReadStatus(filter: BookFilter): [status?: readonly string[], rest?: BookFilter] {
  if (!('all' in filter)) return []
  const status = filter.all.filter((part) => 'readStatus' in part)
  if (status.length !== 1) return []
  return [status[0]!.readStatus, { all: filter.all.filter((part) => part !== status[0]) }]
}

async function sumOverSeries(db: Db, listing: PreparedList<BookFilter>, filter: SeriesFilter): Promise<number> {
  const { rows } = await sql<{ n: number | null }>`${booksOf(db, listing, filter)}`.execute(db.slowQuery)
  return rows[0]?.n ?? 0
}

/** One statement, so that the total and the progress are consistent. */
async function countByReadStatus(
  db: Db,
  listing: PreparedList<BookFilter>,
  wanted: readonly string[],
  ofSeries?: SeriesFilter,
): Promise<number> {
  const { viewer, sees, found } = listing
  const conditions = [visibilityCondition(db.kind, sees, 's.class')]
  if (ofSeries) conditions.push(compileSeriesFilter(found, ofSeries))
  const { rows } = await sql<{ books: number | null; done: number | null; open: number | null }>`
    select (${booksOf(db, listing, ofSeries)}) as books, sum(p.done) as done, sum(p.open) as open
    from series_progress p cross join series s
    where p.user_id = ${viewer.userId} and s.id = p.series_id and ${combineWithAnd(conditions)}`.execute(db.slowQuery)
  const read = rows[0]?.done ?? 0
  const begun = rows[0]?.open ?? 0
  const counts = { read, in_progress: begun, unread: (rows[0]?.books ?? 0) - read - begun }
  return [...new Set(wanted)].reduce((sum, status) => sum + counts[status as keyof typeof counts], 0)
}

/** The number of books, of all series or of some. */
function booksOf(db: Db, { sees, found }: PreparedList<BookFilter>, ofSeries?: SeriesFilter) {
  if (!ofSeries) return sql`select sum(c.books) as n from class c where ${visibilityCondition(db.kind, sees, 'c.id')}`
  const conditions = combineWithAnd([
    visibilityCondition(db.kind, sees, 's.class'),
    compileSeriesFilter(found, ofSeries),
  ])
  return sql`select sum(s.book_count) as n from series s where ${conditions}`
}

/** The same filter for the series; undefined if it needs the book. */
function filterOfSeriesOnly(filter: BookFilter): SeriesFilter | undefined {
  if ('series' in filter) return filter.series
  if ('library' in filter) return filter
  if ('seriesId' in filter) return { id: filter.seriesId }
  if ('not' in filter) {
    const inner = filterOfSeriesOnly(filter.not)
    return inner && { not: inner }
  }
  if (!('all' in filter) && !('any' in filter)) return undefined
  const parts = ('all' in filter ? filter.all : filter.any).map(filterOfSeriesOnly)
  if (parts.some((part) => part === undefined)) return undefined
  return 'all' in filter ? { all: parts as SeriesFilter[] } : { any: parts as SeriesFilter[] }
}
