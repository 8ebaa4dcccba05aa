import { bookSortNames } from '../../contract/books.ts'
import { parseSort } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import type { SavedFilter } from '../../contract/saved-filters.ts'
import { seriesSortNames } from '../../contract/series.ts'
import { parseBookCondition } from './parse-book-condition.ts'
import { parseSeriesCondition } from './parse-series-condition.ts'

type Query = SavedFilter['query']

/** Refuses queries that couldn't be run later. */
export function requireParsableQuery(target: string, query: Query): void {
  if (target === 'series') seriesQueryOf(query)
  else bookQueryOf(query)
}

export const seriesQueryOf = ({ condition, fullTextSearch, sort }: Query) => ({
  filter: condition === undefined ? undefined : parseSeriesCondition(condition),
  search: fullTextSearch,
  sort: parseSort(sort, seriesSortNames),
})

export const bookQueryOf = ({ condition, fullTextSearch, sort }: Query) => ({
  filter: condition === undefined ? undefined : parseBookCondition(condition),
  search: fullTextSearch,
  sort: parseSort(sort, bookSortNames),
})

/** The stored form. */
export function savedQueryText(query: object): string {
  const text = JSON.stringify(query)
  if (Buffer.byteLength(text) <= MAX_QUERY_BYTES) return text
  throw problem('payload_too_large', `A filter must not exceed ${MAX_QUERY_BYTES / 1024} KiB.`)
}

const MAX_QUERY_BYTES = 64 * 1024
