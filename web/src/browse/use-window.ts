import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Item, type Kind, listQuery, windowSize } from '../api/catalogue.ts'
import { isLost } from '../api/problem.ts'
import type { ListRequest, Page } from '../api/shapes.ts'
import { whenScrollRests } from '../cover/scroll-rest.ts'
import { pagesBetween } from './pages-between.ts'

export type Window<K extends Kind> = {
  total: number
  at: (index: number) => Item<K> | undefined
  /** Tells which items are on the screen; their pages are fetched once scrolling rests. */
  look: (first: number, last: number) => void
  isPending: boolean
  isStale: boolean
  error: unknown
  refetch: () => void
}

/** A list of any length, of which only the pages in view are ever asked for. */
export function useWindow<K extends Kind>(kind: K, request: ListRequest, sort: string): Window<K> {
  const [wanted, setWanted] = useState<number[]>([1])
  const head = useQuery(listQuery(kind, request, sort, 1))
  const total = head.data?.total ?? 0

  const pages = useQueries({
    queries: wanted.filter((page) => page > 1).map((page) => listQuery(kind, request, sort, page)),
    combine: (results) => results.map((each) => each.data as Page<Item<K>> | undefined),
  })

  const byPage = useMemo(() => {
    const found = new Map<number, Item<K>[]>()
    for (const page of [head.data as Page<Item<K>> | undefined, ...pages]) if (page) found.set(page.page, page.data)
    return found
  }, [head.data, pages])

  const at = useCallback(
    (index: number) => byPage.get(Math.floor(index / windowSize) + 1)?.[index % windowSize],
    [byPage],
  )

  // Every row that comes into view is told here. Nothing is drawn anew for that, only when other pages are wanted.
  const withdraw = useRef(() => {})
  const look = useCallback(
    (first: number, last: number) => {
      withdraw.current()
      withdraw.current = whenScrollRests(() => {
        const pages = pagesBetween(first, last, total, windowSize)
        setWanted((before) => (before.join() === pages.join() ? before : pages))
      })
    },
    [total],
  )
  useEffect(() => () => withdraw.current(), [])

  return {
    total,
    at,
    look,
    isPending: head.isPending,
    isStale: head.isPlaceholderData,
    error: isLost(head) ? head.error : undefined,
    refetch: () => void head.refetch(),
  }
}
