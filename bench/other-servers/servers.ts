import type { RequestToSend } from '../harness/load-driver.ts'

/** A running server, with the credential that is sent with every request. */
export interface Server {
  name: ServerName
  base: URL
  headers: Record<string, string>
}

export type ServerName = keyof typeof apis

/** A book as every server knows it: by its file name. */
export interface KnownBook {
  id: string
  file: string
  pages: number
}

/** How to request the same things from one kind of server. */
interface Api {
  version: { path: string; of(answer: unknown): unknown }
  /** Up to 500 books; pages count from 0. */
  books: { ask(page: number): RequestToSend; of(answer: never): KnownBook[] }
  rows: Record<RowName, (books: readonly KnownBook[], page: number) => RequestToSend[]>
  /** The status of an accepted progress write. */
  written: number
}

export const rowNames = {
  list: 'a list of 50 books',
  search: 'a search',
  book: 'a book',
  cover: 'a cover',
  page: 'a page',
  write: 'a progress write',
} as const
export type RowName = keyof typeof rowNames

const ofBooks = (path: (book: KnownBook) => string) => (books: readonly KnownBook[]) =>
  books.map((book) => ({ path: path(book) }))
const firstWord = ({ file }: KnownBook): string => /[\p{L}\p{N}]{3,}/u.exec(file)?.[0] ?? 'a'

/** Requests with the same paths in Lectern, Codex and Komga. */
const booksOfV1 = (firstPage: string): Pick<Api['rows'], 'search' | 'book' | 'cover' | 'page'> => ({
  search: (books) =>
    books.map((book) => ({
      method: 'POST',
      path: `/api/v1/books/list?${firstPage}`,
      body: { fullTextSearch: firstWord(book) },
    })),
  book: ofBooks(({ id }) => `/api/v1/books/${id}`),
  cover: ofBooks(({ id }) => `/api/v1/books/${id}/thumbnail`),
  page: (books, page) => books.map(({ id }) => ({ path: `/api/v1/books/${id}/pages/${page}` })),
})

/** Lectern's own API, which Codex has as well. */
const codex: Api = {
  version: { path: '/api/v1/info', of: (answer) => (answer as { version?: unknown }).version },
  books: {
    ask: (page) => ({ path: `/api/v1/books?page=${page + 1}&pageSize=500` }),
    of: ({ data }: { data: { id: string; filePath: string; pageCount: number }[] }) =>
      data.map(({ id, filePath, pageCount }) => ({ id, file: nameOf(filePath), pages: pageCount })),
  },
  rows: {
    list: () => [{ path: '/api/v1/books?page=1&pageSize=50' }],
    ...booksOfV1('page=1&pageSize=20'),
    write: (books, page) =>
      books.map(({ id }) => ({
        method: 'PUT',
        path: `/api/v1/books/${id}/progress`,
        body: { currentPage: page },
      })),
  },
  written: 200,
}

const komga: Api = {
  version: {
    path: '/actuator/info',
    of: (answer) => (answer as { build?: { version?: unknown } }).build?.version,
  },
  books: {
    ask: (page) => ({ method: 'POST', path: `/api/v1/books/list?page=${page}&size=500`, body: {} }),
    of: ({ content }: { content: { id: string; url: string; media: { pagesCount: number } }[] }) =>
      content.map(({ id, url, media }) => ({ id, file: nameOf(url), pages: media.pagesCount })),
  },
  rows: {
    list: () => [{ method: 'POST', path: '/api/v1/books/list?page=0&size=50', body: {} }],
    ...booksOfV1('page=0&size=20'),
    write: (books, page) =>
      books.map(({ id }) => ({
        method: 'PATCH',
        path: `/api/v1/books/${id}/read-progress`,
        body: { page, completed: false },
      })),
  },
  written: 204,
}

export const apis = { lectern: codex, codex, komga } satisfies Record<string, Api>

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1)!

export async function ask<Answer>(
  { base, headers }: Server,
  { method = 'GET', path, body }: RequestToSend,
): Promise<Answer> {
  const answer = await fetch(addressOf(base, path), {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${addressOf(base, path)}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** A server may be below a path. */
export const pathBelow = (base: URL, path: string): string => base.pathname.replace(/\/$/, '') + path
const addressOf = (base: URL, path: string): URL => new URL(pathBelow(base, path), base)
