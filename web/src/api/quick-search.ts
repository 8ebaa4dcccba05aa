import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import type { Book, Collection, Page, ReadList, Series } from './types.ts'

type PersonResult = { name: string; seriesCount: number; bookCount: number }
export type QuickSearchResults = {
  series: Series[]
  books: Book[]
  people: PersonResult[]
  genres: PersonResult[]
  tags: PersonResult[]
  collections: Collection[]
  readLists: ReadList[]
}

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
      const [series, books, people, genres, tags, collections, readLists] = await Promise.all([
        api.post<Page<Series>>('/series/list', ask),
        api.post<Page<Book>>('/books/list', ask),
        api.get<Page<PersonResult>>('/authors', names),
        api.get<Page<PersonResult>>('/genres', names),
        api.get<Page<PersonResult>>('/tags', names),
        api.get<Page<Collection>>('/collections', names).catch(() => nothing),
        api.get<Page<ReadList>>('/readlists', names).catch(() => nothing),
      ])
      return {
        series: series.data,
        books: books.data,
        people: people.data,
        genres: genres.data,
        tags: tags.data,
        collections: collections.data,
        readLists: readLists.data,
      }
    },
  })

/** An API key, or an app, may not be allowed to see lists. */
const nothing = { data: [] }
