import { sql } from 'kysely'
import { exists, not } from '../list/criteria.ts'
import { byColumn, type SortWay } from '../list/order.ts'
import type { Db } from '../open.ts'

export const seriesSorts = [
  'name',
  'date_added',
  'date_updated',
  'release_date',
  'date_read',
  'book_count',
  'file_size',
  'page_count',
  'rating',
  'community_rating',
  'last_book',
] as const

export type SeriesSort = (typeof seriesSorts)[number]

export function seriesSortWay(kind: Db['kind'], userId: number, sort: SeriesSort): SortWay {
  const indexed = (index: string, column: string, nullable = false) =>
    byColumn(
      kind === 'sqlite' ? sql`series s indexed by ${sql.ref(index)}` : sql`series s`,
      sql.ref('s.id'),
      sql.ref(`s.${column}`),
      { nullable },
    )
  switch (sort) {
    case 'name':
      return indexed('series_by_title', 'sort_key')
    case 'date_added':
      return indexed('series_by_created', 'created_at')
    case 'date_updated':
      return indexed('series_by_updated', 'updated_at')
    case 'last_book':
      return indexed('series_by_last_book', 'last_book_at', true)
    case 'release_date':
      return indexed('series_by_year', 'year', true)
    case 'book_count':
      return indexed('series_by_books', 'book_count')
    case 'file_size':
      return indexed('series_by_size', 'file_size')
    case 'page_count':
      return indexed('series_by_pages', 'page_count')
    case 'community_rating':
      return indexed('series_by_community', 'community_rating', true)
    case 'date_read':
      return byWhatTheViewerDid(kind, userId, 'series_progress', 'last_read')
    case 'rating':
      return byWhatTheViewerDid(kind, userId, 'user_rating', 'rating')
  }
}

/** First the series the viewer has read or rated, which are few; then the others, as they came. */
function byWhatTheViewerDid(kind: Db['kind'], userId: number, table: string, column: string): SortWay {
  const theirs = sql.table(table)
  return {
    join: sql`left join ${theirs} pr on pr.user_id = ${userId} and pr.series_id = s.id`,
    columns: (direction) => [{ column: sql.ref(`pr.${column}`), direction }],
    walks: () => [
      {
        from: sql`${theirs} pr cross join series s`,
        where: [sql<boolean>`pr.user_id = ${userId}`, sql<boolean>`s.id = pr.series_id`],
        columns: [sql.ref(`pr.${column}`), sql.ref('pr.series_id')],
      },
      {
        from: sql`series s`,
        where: [not(exists(kind, sql`from ${theirs} np where np.user_id = ${userId} and np.series_id = s.id`))],
        columns: [sql.ref('s.id')],
      },
    ],
  }
}
