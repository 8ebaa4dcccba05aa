import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { bookDetailPath, fileVersionOf } from './book-file-url.ts'
import { api } from './client.ts'
import type {
  AdjacentBooks,
  Book,
  BookDetail,
  BookPageInfo,
  Cover,
  FullSeries,
  Library,
  ListRequestBody,
  Page,
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
