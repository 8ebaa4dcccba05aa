import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ItemKind, type ItemOf, itemListPageQuery, listPageSize } from '../api/item-queries.ts'
import { errorReplacesContent } from '../api/problem.ts'
import type { ListRequestBody, Page } from '../api/types.ts'
import { whenScrollSlows } from '../cover/scroll-speed.ts'
import { listPagesForRange } from './list-pages-for-range.ts'

export type PagedList<K extends ItemKind> = {
  total: number
  at: (index: number) => ItemOf<K> | undefined
  /** Reports the items on screen; their pages are fetched once scrolling slows down. */
  onVisible: (first: number, last: number) => void
  isPending: boolean
  isStale: boolean
  error: unknown
  refetch: () => void
}

/** A list of any length; only the pages in view are requested. */
export function usePagedList<K extends ItemKind>(kind: K, request: ListRequestBody, sort: string): PagedList<K> {
  const [wanted, setWanted] = useState<number[]>([1])
  const head = useQuery(itemListPageQuery(kind, request, sort, 1))
  const total = head.data?.total ?? 0

  const pages = useQueries({
    queries: wanted.filter((page) => page > 1).map((page) => itemListPageQuery(kind, request, sort, page)),
    combine: (results) => results.map((each) => each.data as Page<ItemOf<K>> | undefined),
  })

  const byPage = useMemo(() => {
    const found = new Map<number, ItemOf<K>[]>()
    for (const page of [head.data as Page<ItemOf<K>> | undefined, ...pages]) if (page) found.set(page.page, page.data)
    return found
  }, [head.data, pages])

  const at = useCallback(
    (index: number) => byPage.get(Math.floor(index / listPageSize) + 1)?.[index % listPageSize],
    [byPage],
  )

  // Called for every row that comes into view. Re-renders only if other pages are needed.
  const withdraw = useRef(() => {})
  const onVisible = useCallback(
    (first: number, last: number) => {
      withdraw.current()
      withdraw.current = whenScrollSlows(() => {
        const pages = listPagesForRange(first, last, total, listPageSize)
        setWanted((before) => (before.join() === pages.join() ? before : pages))
      })
    },
    [total],
  )
  useEffect(() => () => withdraw.current(), [])

  return {
    total,
    at,
    onVisible: onVisible,
    isPending: head.isPending,
    isStale: head.isPlaceholderData,
    error: errorReplacesContent(head) ? head.error : undefined,
    refetch: () => void head.refetch(),
  }
}
