import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { bookDetailPath, fileVersionOf } from './book-file-url.ts'
import { api } from './client.ts'
import type {
  AdjacentBooks,
  AlphabeticalGroup,
  Book,
  BookDetail,
  BookPageInfo,
  Cover,
  FullSeries,
  Library,
  ListRequestBody,
  Page,
  PageContentBox,
  PagePanels,
  Series,
} from './types.ts'

export type ItemKind = 'series' | 'books'
export type ItemOf<K extends ItemKind> = K extends 'series' ? Series : Book

/** Items per request in long grids. */
export const listPageSize = 100

export const librariesQuery = queryOptions({
  queryKey: ['libraries'],
  queryFn: ({ signal }) => api.get<Library[]>('/libraries', { signal }),
})

export const homeBookRowQuery = (
  row: 'in-progress' | 'on-deck' | 'recently-added' | 'recently-read',
  libraryId?: string,
) =>
  queryOptions({
    queryKey: ['books', 'row', row, libraryId ?? 'all'],
    queryFn: ({ signal }) =>
      api
        .get<Page<Book>>(`/books/${row}`, { query: { libraryId, pageSize: 24, covers: true }, signal })
        .then((page) => page.data),
  })

export const homeSeriesRowQuery = (row: 'recently-added' | 'recently-updated', libraryId?: string) =>
  queryOptions({
    queryKey: ['series', 'row', row, libraryId ?? 'all'],
    queryFn: ({ signal }) =>
      api
        .get<Page<Series>>(`/series/${row}`, { query: { libraryId, pageSize: 24, covers: true }, signal })
        .then((page) => page.data),
  })

/** The newest series of a library; their covers represent it. */
export const newestSeriesOfLibraryQuery = (libraryId: string | undefined) =>
  queryOptions({
    queryKey: ['series', 'covers', libraryId ?? 'all'],
    queryFn: ({ signal }) =>
      api
        .get<Page<Series>>('/series/recently-added', { query: { libraryId, pageSize: 3 }, signal })
        .then((page) => page.data),
  })

export const itemListPageQuery = <K extends ItemKind>(kind: K, request: ListRequestBody, sort: string, page: number) =>
  queryOptions({
    queryKey: [kind, 'list', request, sort, page],
    queryFn: ({ signal }) =>
      api.post<Page<ItemOf<K>>>(`/${kind}/list`, {
        query: { page, pageSize: listPageSize, sort, covers: true },
        body: request,
        signal,
      }),
    placeholderData: page === 1 ? keepPreviousData : undefined,
  })

/** The server's limit per request; no viewer selects more. */
export const maxSelectedItems = 10_000

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

export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['series', 'one', id],
    queryFn: ({ signal }) => api.get<FullSeries>(`/series/${id}/full`, { signal }),
  })

export const seriesBooksQuery = (id: string) =>
  queryOptions({
    queryKey: ['books', 'of-series', id],
    queryFn: ({ signal }) =>
      fetchAllListPages((page) =>
        api.get<Page<Book>>(`/series/${id}/books`, { query: { page, pageSize: 500, covers: true }, signal }),
      ),
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

export const bookQuery = (id: string) =>
  queryOptions({
    queryKey: ['books', 'one', id],
    queryFn: ({ signal }) => api.get<BookDetail>(bookDetailPath(id), { signal }),
  })

export const adjacentBooksQuery = (id: string) =>
  queryOptions({
    queryKey: ['books', 'adjacent', id],
    queryFn: ({ signal }) => api.get<AdjacentBooks>(`/books/${id}/adjacent`, { signal }),
  })

export const bookPagesQuery = (id: string) =>
  queryOptions({
    queryKey: ['books', 'pages', id, fileVersionOf(id)],
    queryFn: ({ signal }) => api.get<BookPageInfo[]>(`/books/${id}/pages`, { signal }),
  })

/** Computed once by the server; a page that can't be analysed is shown unchanged. */
const layoutOf = (bookId: string, page: number) => ({
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  enabled: page > 0 && bookId !== '',
})

export const pagePanelsQuery = (bookId: string, page: number, direction: 'ltr' | 'rtl') =>
  queryOptions({
    queryKey: ['panels', bookId, page, direction, fileVersionOf(bookId)],
    queryFn: ({ signal }) =>
      api.get<PagePanels>(`/books/${bookId}/pages/${page}/panels`, { query: { direction }, signal }),
    ...layoutOf(bookId, page),
  })

export const pageContentBoxQuery = (bookId: string, page: number) =>
  queryOptions({
    queryKey: ['content-box', bookId, page, fileVersionOf(bookId)],
    queryFn: ({ signal }) => api.get<PageContentBox>(`/books/${bookId}/pages/${page}/content-box`, { signal }),
    ...layoutOf(bookId, page),
  })

export type FilterFacet = 'genres' | 'tags' | 'authors' | 'publishers' | 'languages'

/** Values to filter by, most common first (the server's order). */
export const facetValuesQuery = (facet: FilterFacet, libraryId: string | undefined, search = '') =>
  queryOptions({
    queryKey: ['facets', facet, libraryId ?? 'all', search],
    queryFn: ({ signal }) =>
      api
        .get<Page<{ name?: string; language?: string }>>(`/${facet}`, {
          query: { libraryId, pageSize: 500, search },
          signal,
        })
        .then((page) => page.data.map((each) => each.name ?? each.language ?? '')),
  })

export type OwnRating = { rating: number | null; notes: string | null }

export const ratingQuery = (kind: ItemKind, id: string) =>
  queryOptions({
    queryKey: ['rating', kind, id],
    queryFn: ({ signal }) => api.get<OwnRating | null>(`/${kind}/${id}/rating`, { signal }).then((it) => it ?? null),
  })

export const listsContainingItemQuery = (kind: ItemKind, id: string) =>
  queryOptions({
    queryKey: [kind === 'series' ? 'collections' : 'readlists', 'with', id],
    queryFn: ({ signal }) =>
      api.get<{ id: string; name: string }[]>(`/${kind}/${id}/${kind === 'series' ? 'collections' : 'readlists'}`, {
        signal,
      }),
  })

export const itemCoversQuery = (kind: ItemKind, id: string) =>
  queryOptions({
    queryKey: ['covers', kind, id],
    queryFn: ({ signal }) => api.get<{ covers: Cover[] }>(`/${kind}/${id}/covers`, { signal }).then((it) => it.covers),
  })

/** Fetches a list completely, such as the books of a series. */
export async function fetchAllListPages<T>(ask: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const first = await ask(1)
  const items = [...first.data]
  for (let page = 2; page <= first.totalPages; page++) items.push(...(await ask(page)).data)
  return items
}
