import { queryClient } from './query-client.ts'
import type { BookDetail } from './types.ts'
import { apiUrl, type QueryParams } from './urls.ts'

/**
 * Changes with the file of a book that was loaded. It is part of every URL and query key of the file's contents: another
 * file under the same path never shows pages of the former one, and the pages of one file are cached for good.
 */
export function fileVersionOf(bookId: string): string | undefined {
  return queryClient.getQueryData<BookDetail>(['books', 'one', bookId])?.fileVersion
}

/** The version has to be asked for. */
export const bookDetailPath = (bookId: string) => `/books/${bookId}?fileVersion=true`

/** The URL of a page of the file, or of something on the page. */
export const bookFileUrl = (bookId: string, path: string, query?: QueryParams) =>
  apiUrl(`/books/${bookId}${path}`, { ...query, v: fileVersionOf(bookId) })
