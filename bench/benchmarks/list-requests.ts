import type { Lectern } from '../harness/lectern.ts'
import { type RequestToSend, UNIQUE_NUMBER } from '../harness/load-driver.ts'

/** How much slower a response may become from the smallest library to the largest, and its limit at a million books. */
export const listRequests = {
  list: { what: 'GET /books, page 1', atMost: 2, p95: 50 },
  filtered: { what: 'POST /series/list, two conditions', atMost: 2, p95: 50 },
  search: { what: 'POST /books/list, full-text search', atMost: 4, p95: 150 },
  series: { what: 'a series and its books', atMost: 2 },
  home: { what: 'home page, each of its six calls', atMost: 2 },
  book: { what: 'GET /books/{id}', atMost: 2 },
  similar: { what: 'series like this one', atMost: 4 },
} as const satisfies Record<string, { what: string; atMost: number; p95?: number }>

export type MeasuredRequest = keyof typeof listRequests

/** The requests of the web interface for its first page. */
export const homeCalls = [
  '/libraries',
  '/books/in-progress?pageSize=24&covers=true',
  '/books/on-deck?pageSize=24&covers=true',
  '/books/recently-added?pageSize=24&covers=true',
  '/series/recently-updated?pageSize=24&covers=true',
  '/series/recently-added?pageSize=24&covers=true',
]

export async function requestsOf({ ask, key: headers }: Lectern): Promise<Record<MeasuredRequest, RequestToSend[]>> {
  const get = (path: string): RequestToSend => ({ path: `/api/v1${path}`, headers })
  const post = (path: string, body: object): RequestToSend => ({ ...get(path), method: 'POST', body })
  const { data: some } = await ask<{ data: { id: string }[] }>('/api/v1/series?pageSize=20&page=3')
  const { data: books } = await ask<{ data: { id: string }[] }>('/api/v1/books?pageSize=50&page=4')
  const conditions = [
    ['Drama', 'ended'],
    ['Comedy', 'ongoing'],
    ['Horror', 'hiatus'],
    ['Music', 'abandoned'],
  ].map(([genre, status]) => ({
    condition: { allOf: [{ genre: { operator: 'is', value: genre } }, { status: { operator: 'is', value: status } }] },
  }))
  const words = ['night', 'dragon king', 'the', '進撃', 'ocean mirror', 'stor', 'château', 'winter 12']
  return {
    list: bypassCaches([get('/books')]),
    filtered: conditions.map((condition) => post('/series/list', condition)),
    search: words.map((fullTextSearch) => post('/books/list', { fullTextSearch })),
    series: bypassCaches(some.flatMap(({ id }) => [get(`/series/${id}`), get(`/series/${id}/books`)])),
    home: bypassCaches(homeCalls.map(get)),
    similar: bypassCaches(some.map(({ id }) => get(`/series/${id}/similar`))),
    book: bypassCaches(books.map(({ id }) => get(`/books/${id}`))),
  }
}

/**
 * The same requests, each time with another URL: a server that caches responses has to compute each of them, and cached
 * ones would show nothing about the size of a library.
 */
export function bypassCaches(asks: readonly RequestToSend[]): RequestToSend[] {
  return asks.map((ask) => ({ ...ask, path: `${ask.path}${ask.path.includes('?') ? '&' : '?'}turn=${UNIQUE_NUMBER}` }))
}
