import type { SortPlan } from '../list/order-by.ts'
import { indexSortPlan, type ListedTable, type SortIndex, viewerActivitySortPlan } from '../list/sort-plans.ts'
import type { Db } from '../open.ts'

const series: ListedTable = { table: 'series', alias: 's' }

const indexes = {
  name: { name: 'series_by_title', column: 'sort_key' },
  date_added: { name: 'series_by_created', column: 'created_at' },
  date_updated: { name: 'series_by_updated', column: 'updated_at' },
  release_date: { name: 'series_by_year', column: 'year', nullable: true },
  book_count: { name: 'series_by_books', column: 'book_count' },
  file_size: { name: 'series_by_size', column: 'file_size' },
  page_count: { name: 'series_by_pages', column: 'page_count' },
  community_rating: { name: 'series_by_community', column: 'community_rating', nullable: true },
  files_changed: { name: 'series_by_files_changed', column: 'files_changed_at' },
  last_book: { name: 'series_by_last_book', column: 'last_book_at', nullable: true },
} satisfies Record<string, SortIndex>

export type SeriesSort = keyof typeof indexes | 'date_read' | 'rating'

export function seriesSortPlan(kind: Db['kind'], userId: number, sort: SeriesSort): SortPlan {
  switch (sort) {
    case 'date_read':
      return viewerActivitySortPlan(kind, series, { userId, did: 'series_progress', column: 'last_read' })
    case 'rating':
      return viewerActivitySortPlan(kind, series, { userId, did: 'user_rating', column: 'rating' })
    default:
      return indexSortPlan(kind, series, indexes[sort])
  }
}
