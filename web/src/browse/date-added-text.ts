import type { ItemKind } from '../api/item-queries.ts'
import type { Book, Series } from '../api/types.ts'
import { bookDetailUnderSeriesName, seriesDetailText } from '../cover/item-text.ts'
import { dateText } from '../messages/format-values.ts'

/**
 * The line under the title of a card in a list sorted by when items were added: it says when, so that one sees what is
 * new since a day. Undefined for the usual line.
 */
export function dateAddedText(kind: ItemKind, item: Series | Book, sort: string): string | undefined {
  if (!sortsByDateAdded.has(sort.split(',')[0]!)) return undefined
  const detail = kind === 'series' ? seriesDetailText(item as Series) : bookDetailUnderSeriesName(item as Book)
  return `${dateText(item.createdAt)} · ${detail}`
}

/** Of series, and of books. */
const sortsByDateAdded = new Set(['date_added', 'created_at'])
