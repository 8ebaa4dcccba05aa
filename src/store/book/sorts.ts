import { sql } from 'kysely'
import { exists, not } from '../list/criteria.ts'
import { byColumn, type SortWay } from '../list/order.ts'
import type { Db } from '../open.ts'

export const bookSorts = [
  'title',
  'series',
  'number',
  'created_at',
  'updated_at',
  'release_date',
  'file_size',
  'filename',
  'page_count',
  'last_read',
] as const

/** Orders without an index, for apps that look after files: few people ask, and they can wait. */
export type RareBookSort = 'file_hash' | 'path' | 'media_status' | 'analysis_error' | 'format'

export type BookSort = (typeof bookSorts)[number] | RareBookSort

/** Reading order within a series: by number, what has none last. */
export const readingOrder = sql`coalesce(b.number, 1e308), b.sort_key, b.id`

export function bookSortWay(kind: Db['kind'], userId: number, sort: BookSort): SortWay {
  const id = sql.ref('b.id')
  const indexed = (index: string, column: string, nullable = false) =>
    byColumn(tableBy(kind, index), id, sql.ref(`b.${column}`), { nullable })
  switch (sort) {
    case 'title':
      return indexed('book_by_title', 'sort_key')
    case 'created_at':
      return indexed('book_by_created', 'created_at')
    case 'updated_at':
      return indexed('book_by_updated', 'updated_at')
    case 'release_date':
      return indexed('book_by_released', 'release_date', true)
    case 'file_size':
      return indexed('book_by_size', 'file_size')
    case 'filename':
      return indexed('book_by_file_name', 'file_name')
    case 'page_count':
      return indexed('book_by_pages', 'page_count')
    case 'number':
      return byNumber(kind)
    case 'series':
      return bySeries
    case 'last_read':
      return byLastRead(kind, userId)
    default:
      return rarely(RARE_COLUMNS[sort])
  }
}

const RARE_COLUMNS: Record<RareBookSort, string> = {
  file_hash: 'hash',
  path: 'path',
  media_status: 'analyzed',
  analysis_error: 'analysis_error',
  format: 'format',
}

const rarely = (column: string): SortWay => ({
  columns: (direction) => [{ column: sql.ref(`b.${column}`), direction }],
})

/** SQLite is told the index: its planner has no statistics of how common a value is, and a guess costs a sort of all books. */
function tableBy(kind: Db['kind'], index: string) {
  return kind === 'sqlite' ? sql`book b indexed by ${sql.ref(index)}` : sql`book b`
}

function byNumber(kind: Db['kind']): SortWay {
  const [number, title, id] = [sql.ref('b.number'), sql.ref('b.sort_key'), sql.ref('b.id')]
  const from = tableBy(kind, 'book_by_number')
  return {
    columns: (direction) => [
      { column: number, direction },
      { column: title, direction },
    ],
    walks: () => [
      { from, where: [sql<boolean>`${number} is not null`], columns: [number, title, id] },
      { from, where: [sql<boolean>`${number} is null`], columns: [title, id] },
    ],
  }
}

/** Series by title, either way; the books of each in reading order. */
const bySeries: SortWay = {
  join: sql`cross join series so`,
  lead: sql`series so cross join book b`,
  where: sql<boolean>`so.id = b.series_id`,
  columns: (direction) => [
    { column: sql.ref('so.sort_key'), direction },
    { column: sql.ref('so.id'), direction },
    { column: sql`coalesce(b.number, 1e308)`, direction: 'asc' },
    { column: sql.ref('b.sort_key'), direction: 'asc' },
  ],
}

function byLastRead(kind: Db['kind'], userId: number): SortWay {
  const progress = sql`from progress np where np.user_id = ${userId} and np.book_id = b.id`
  return {
    join: sql`left join progress pr on pr.user_id = ${userId} and pr.book_id = b.id`,
    columns: (direction) => [{ column: sql.ref('pr.read_at'), direction }],
    walks: () => [
      {
        from: sql`progress pr cross join book b`,
        where: [sql<boolean>`pr.user_id = ${userId}`, sql<boolean>`b.id = pr.book_id`],
        columns: [sql.ref('pr.read_at'), sql.ref('pr.book_id')],
      },
      { from: sql`book b`, where: [not(exists(kind, progress))], columns: [sql.ref('b.id')] },
    ],
  }
}
