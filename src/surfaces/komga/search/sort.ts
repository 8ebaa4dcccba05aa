import { wordTable } from '../../../formats/values/word-table.ts'
import type { BookQuery } from '../../../store/book/list.ts'
import type { SeriesQuery } from '../../../store/series/list.ts'
import type { SortOrder } from '../pageable.ts'

type SeriesField = NonNullable<SeriesQuery['sort']>[number]['field']
type BookField = NonNullable<BookQuery['sort']>[number]['field']

/** Orders without an index: random, and by position in a collection or read list. */
export type UnindexedOrder = 'random' | 'member'

export interface KomgaSorting<Field extends string> {
  /** Whether any of the requested orders is known. */
  isSorted: boolean
  sort: { field: Field; direction: 'asc' | 'desc' }[]
  own: { order: UnindexedOrder; direction: 'asc' | 'desc' } | undefined
}

/** Unknown orders are ignored: Liseur and Paperback send orders that Komga doesn't have. */
export const seriesSorting = (orders: readonly SortOrder[]): KomgaSorting<SeriesField> => sortingBy(orders, SERIES)
export const bookSorting = (orders: readonly SortOrder[]): KomgaSorting<BookField> => sortingBy(orders, BOOKS)

function sortingBy<Field extends string>(
  orders: readonly SortOrder[],
  fields: Readonly<Record<string, Field | UnindexedOrder>>,
): KomgaSorting<Field> {
  const known = orders.flatMap(({ property, direction }) => {
    const field = Object.hasOwn(fields, property) ? fields[property] : undefined
    // The best matches come first, whatever direction an app sends.
    return field === undefined ? [] : [{ field, direction: field === 'relevance' ? 'desc' : direction } as const]
  })
  const first = known[0]
  const own =
    first && isOwn(first.field) ? { order: first.field as UnindexedOrder, direction: first.direction } : undefined
  const sort = known.filter(({ field }) => !isOwn(field)) as { field: Field; direction: 'asc' | 'desc' }[]
  return { isSorted: known.length > 0, sort, own }
}

const isOwn = (field: string): boolean => field === 'random' || field === 'member'

const SERIES = wordTable<SeriesField | UnindexedOrder>({
  'metadata.titleSort': 'name',
  titleSort: 'name',
  name: 'name',
  created: 'date_added',
  createdDate: 'date_added',
  lastModified: 'files_changed',
  lastModifiedDate: 'files_changed',
  'booksMetadata.releaseDate': 'release_date',
  readDate: 'date_read',
  booksCount: 'book_count',
  'collection.number': 'member',
  random: 'random',
  relevance: 'relevance',
})

const BOOKS = wordTable<BookField | UnindexedOrder>({
  'metadata.title': 'title',
  'metadata.numberSort': 'number',
  'metadata.releaseDate': 'release_date',
  name: 'filename',
  series: 'series',
  created: 'created_at',
  createdDate: 'created_at',
  lastModified: 'file_changed',
  lastModifiedDate: 'file_changed',
  fileSize: 'file_size',
  size: 'file_size',
  fileHash: 'file_hash',
  url: 'path',
  'media.status': 'media_status',
  'media.comment': 'analysis_error',
  'media.mediaType': 'format',
  'media.pagesCount': 'page_count',
  'readProgress.lastModified': 'last_read',
  'readProgress.readDate': 'last_read',
  'readList.number': 'member',
  relevance: 'relevance',
})
