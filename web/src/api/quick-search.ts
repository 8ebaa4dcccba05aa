import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import type { Book, Collection, FacetKind, Page, ReadList, Series } from './types.ts'

export type FoundFacet = { kind: FacetKind; name: string; seriesCount: number; bookCount: number }
export type QuickSearchResults = {
  series: Series[]
  books: Book[]
  /** People, publishers, imprints, genres, tags, story arcs, characters, teams and locations. */
  facets: FoundFacet[]
  collections: Collection[]
  readLists: ReadList[]
}

/** The server refuses longer texts. */
export const LONGEST_SEARCH = 500

/** The first matches of every kind, for the palette. */
export const quickSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    enabled: text.length > 0,
    placeholderData: text ? keepPreviousData : undefined,
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<QuickSearchResults> => {
      const ask = { query: { pageSize: 6 }, body: { fullTextSearch: text }, signal }
      const names = { query: { search: text, pageSize: 4 }, signal }
      const [series, books, facets, collections, readLists] = await Promise.all([
        api.post<Page<Series>>('/series/list', ask),
        api.post<Page<Book>>('/books/list', ask),
        api.get<FoundFacet[]>('/facets', { query: { search: text, limit: 4 }, signal }),
        api.get<Page<Collection>>('/collections', names).catch(() => nothing),
        api.get<Page<ReadList>>('/readlists', names).catch(() => nothing),
      ])
      return {
        series: series.data,
        books: books.data,
        facets,
        collections: collections.data,
        readLists: readLists.data,
      }
    },
  })

/** An API key, or an app, may not be allowed to see lists. */
const nothing = { data: [] }
