import type { ItemKind } from '../api/item-queries.ts'
import type { PlainKey } from '../messages/t.ts'

/** Sort fields with their labels. For dates and counts people expect the newest and largest first. */
export const sortFields: Record<ItemKind, { field: string; label: PlainKey; first: 'asc' | 'desc' }[]> = {
  series: [
    { field: 'relevance', label: 'sort.relevance', first: 'desc' },
    { field: 'name', label: 'sort.name', first: 'asc' },
    { field: 'date_added', label: 'sort.date_added', first: 'desc' },
    { field: 'files_changed', label: 'sort.files_changed', first: 'desc' },
    { field: 'date_updated', label: 'sort.date_updated', first: 'desc' },
    { field: 'release_date', label: 'sort.release_date', first: 'desc' },
    { field: 'date_read', label: 'sort.date_read', first: 'desc' },
    { field: 'book_count', label: 'sort.book_count', first: 'desc' },
    { field: 'rating', label: 'sort.rating', first: 'desc' },
  ],
  books: [
    { field: 'relevance', label: 'sort.relevance', first: 'desc' },
    { field: 'title', label: 'sort.titleField', first: 'asc' },
    { field: 'series', label: 'sort.series', first: 'asc' },
    { field: 'number', label: 'sort.number', first: 'asc' },
    { field: 'created_at', label: 'sort.date_added', first: 'desc' },
    { field: 'release_date', label: 'sort.release_date', first: 'desc' },
    { field: 'last_read', label: 'sort.date_read', first: 'desc' },
    { field: 'page_count', label: 'sort.page_count', first: 'desc' },
    { field: 'file_size', label: 'sort.file_size', first: 'desc' },
  ],
}

export const defaultSort: Record<ItemKind, string> = { series: 'name,asc', books: 'title,asc' }

/** Choosing the same field again reverses the direction. */
export function nextSort(kind: ItemKind, current: string, field: string): string {
  const [now, direction] = current.split(',')
  if (now === field) return `${field},${direction === 'asc' ? 'desc' : 'asc'}`
  return `${field},${sortFields[kind].find((each) => each.field === field)?.first ?? 'asc'}`
}
