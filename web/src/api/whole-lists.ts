import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { fetchAllListPages, type ItemKind, type ItemOf } from './item-queries.ts'
import type { AlphabeticalGroup, Book, ListRequestBody, Page } from './types.ts'

export function fetchAllItems<K extends ItemKind>(
  kind: K,
  request: ListRequestBody,
  sort: string,
): Promise<ItemOf<K>[]> {
  return fetchAllListPages((page) => fetchLargePage(kind, request, sort, page))
}

/** The items first…last of a list. */
export async function fetchItemRange<K extends ItemKind>(
  kind: K,
  request: ListRequestBody,
  sort: string,
  [first, last]: readonly [number, number],
): Promise<ItemOf<K>[]> {
  const before = Math.floor(first / LARGE_PAGE)
  const items: ItemOf<K>[] = []
  for (let page = before + 1; (page - 1) * LARGE_PAGE <= last; page++) {
    items.push(...(await fetchLargePage(kind, request, sort, page)).data)
  }
  return items.slice(first - before * LARGE_PAGE, last + 1 - before * LARGE_PAGE)
}

const LARGE_PAGE = 500

const fetchLargePage = <K extends ItemKind>(kind: K, request: ListRequestBody, sort: string, page: number) =>
  api.post<Page<ItemOf<K>>>(`/${kind}/list`, { query: { page, pageSize: LARGE_PAGE, sort }, body: request })

export const seriesLetterCountsQuery = (request: ListRequestBody) =>
  queryOptions({
    queryKey: ['series', 'letters', request],
    queryFn: ({ signal }) =>
      api.post<AlphabeticalGroup[]>('/series/list/alphabetical-groups', { body: request, signal }),
  })

/** The ids of all books in several series. */
export const bookIdsOfSeriesQuery = (seriesIds: string[]) =>
  queryOptions({
    queryKey: ['books', 'of-many-series', seriesIds],
    queryFn: async ({ signal }) => {
      const ids: string[] = []
      for (const id of seriesIds) {
        const books = await fetchAllListPages((page) =>
          api.get<Page<Book>>(`/series/${id}/books`, { query: { page, pageSize: 500 }, signal }),
        )
        ids.push(...books.map((book) => book.id))
      }
      return ids
    },
  })
