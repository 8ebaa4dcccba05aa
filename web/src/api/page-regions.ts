import { queryOptions } from '@tanstack/react-query'
import { fileVersionOf } from './book-file-url.ts'
import { api } from './client.ts'
import type { PageContentBox, PagePanels } from './types.ts'

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
