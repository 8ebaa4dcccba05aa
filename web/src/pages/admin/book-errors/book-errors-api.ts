import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { BookErrorType, BooksWithErrors, BookWithErrors } from '../../../../../src/contract/book-errors.ts'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'

export type { BookErrorType, BooksWithErrors, BookWithErrors }

/** The number of books per error type. */
export const bookErrorCountsQuery = (libraryId: string | undefined) =>
  queryOptions({
    queryKey: ['books', 'errors', 'counts', libraryId ?? 'all'],
    staleTime: 0,
    queryFn: ({ signal }) => api.get<BooksWithErrors>('/books/errors', { query: { libraryId, pageSize: 1 }, signal }),
  })

export const booksWithErrorQuery = (errorType: BookErrorType, libraryId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['books', 'errors', errorType, libraryId ?? 'all'],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      api.get<BooksWithErrors>('/books/errors', {
        query: { libraryId, errorType, page: pageParam, pageSize: 20 },
        signal,
      }),
    // The response counts pages from 0.
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 2 : undefined),
  })

type Queued = { tasksEnqueued: number }

export async function retryBookAnalysis(id: string): Promise<number> {
  return done(await api.post<Queued>(`/books/${id}/retry`, { body: {} }))
}

export async function retryBooksWithErrors(
  errorType: BookErrorType | undefined,
  libraryId: string | undefined,
): Promise<number> {
  return done(await api.post<Queued>('/books/retry-all-errors', { body: { errorType, libraryId } }))
}

function done({ tasksEnqueued }: Queued): number {
  void queryClient.invalidateQueries({ queryKey: ['tasks'] })
  return tasksEnqueued
}
