import { sql } from 'kysely'
import type { SortPlan } from '../list/order-by.ts'
import {
  columnSortPlan,
  indexSortPlan,
  type ListedTable,
  type SortIndex,
  tableWithIndex,
  viewerActivitySortPlan,
} from '../list/sort-plans.ts'
import type { Db } from '../open.ts'

const book: ListedTable = { table: 'book', alias: 'b' }

const indexes = {
  title: { name: 'book_by_title', column: 'sort_key' },
  created_at: { name: 'book_by_created', column: 'created_at' },
  updated_at: { name: 'book_by_updated', column: 'updated_at' },
  file_changed: { name: 'book_by_file_changed', column: 'file_changed_at' },
  release_date: { name: 'book_by_released', column: 'release_date', nullable: true },
  file_size: { name: 'book_by_size', column: 'file_size' },
  filename: { name: 'book_by_file_name', column: 'file_name' },
  page_count: { name: 'book_by_pages', column: 'page_count' },
} satisfies Record<string, SortIndex>

/** Used by apps that manage files. */
const columns = {
  file_hash: 'hash',
  path: 'path',
  media_status: 'analyzed',
  analysis_error: 'analysis_error',
  format: 'format',
}

export type BookSort = keyof typeof indexes | keyof typeof columns | 'series' | 'number' | 'last_read'

/** Reading order within a series: by number, books without one last. */
export const bookReadingOrderSql = sql`coalesce(b.number, 1e308), b.sort_key, b.id`

export function bookSortPlan(kind: Db['kind'], userId: number, sort: BookSort): SortPlan {
  switch (sort) {
    case 'number':
      return byNumber(kind)
    case 'series':
      return bySeries
    case 'last_read':
      return viewerActivitySortPlan(kind, book, { userId, did: 'progress', column: 'read_at' })
    default:
      return sort in indexes
        ? indexSortPlan(kind, book, indexes[sort as keyof typeof indexes])
        : columnSortPlan(book, columns[sort as keyof typeof columns])
  }
}

function byNumber(kind: Db['kind']): SortPlan {
  const [number, title, id] = [sql.ref('b.number'), sql.ref('b.sort_key'), sql.ref('b.id')]
  const from = tableWithIndex(kind, book, 'book_by_number')
  return {
    columns: (direction) => [{ column: number, direction }],
    ties: (direction) => [{ column: title, direction }],
    indexScans: () => [
      { from, where: [sql<boolean>`${number} is not null`], columns: [number, title, id] },
      { from, where: [sql<boolean>`${number} is null`], columns: [title, id] },
    ],
  }
}

/** Series by title in either direction; the books of each in reading order. */
const bySeries: SortPlan = {
  join: sql`cross join series so`,
  lead: sql`series so cross join book b`,
  where: sql<boolean>`so.id = b.series_id`,
  columns: (direction) => [
    { column: sql.ref('so.sort_key'), direction },
    { column: sql.ref('so.id'), direction },
  ],
  ties: () => [
    { column: sql`coalesce(b.number, 1e308)`, direction: 'asc' },
    { column: sql.ref('b.sort_key'), direction: 'asc' },
  ],
}
