import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { readListBooksQuery } from '../api/curated-lists.ts'
import { adjacentBooksQuery } from '../api/item-queries.ts'
import type { Book } from '../api/types.ts'

const route = getRouteApi('/signed-in/read/$bookId')

export type AdjacentBookNavigation = {
  prev: Book | null | undefined
  next: Book | null | undefined
  isKnown: boolean
  /** Search parameters to keep when the next book opens. */
  search: { incognito?: string; list?: string }
  open: (book: Book | null | undefined) => void
}

/** The previous and next book: in the series, or in the read list being read. */
export function useAdjacentBooks(bookId: string): AdjacentBookNavigation {
  const { list, incognito } = route.useSearch()
  const navigate = useNavigate()
  const inSeries = useQuery({ ...adjacentBooksQuery(bookId), enabled: !list })
  const inList = useQuery({ ...readListBooksQuery(list ?? ''), enabled: Boolean(list) })
  const books = inList.data ?? []
  const at = books.findIndex(({ id }) => id === bookId)
  const found = list ? at >= 0 && { prev: books[at - 1], next: books[at + 1] } : inSeries.data
  const search = { ...(incognito && { incognito }), ...(list && { list }) }
  return {
    prev: found ? found.prev : undefined,
    next: found ? found.next : undefined,
    isKnown: list ? inList.isSuccess : inSeries.isSuccess,
    search,
    open: (book) => book && void navigate({ to: '/read/$bookId', params: { bookId: book.id }, search, replace: true }),
  }
}
