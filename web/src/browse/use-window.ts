import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Item, type Kind, listQuery, windowSize } from '../api/catalogue.ts'
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
  const [range, setRange] = useState({ first: 0, last: 0 })
  const [wanted, setWanted] = useState<number[]>([1])
  const head = useQuery(listQuery(kind, request, sort, 1))
  const total = head.data?.total ?? 0

  useEffect(
    () => whenScrollRests(() => setWanted(pagesBetween(range.first, range.last, total, windowSize))),
    [range, total],
  )

  const pages = useQueries({
    queries: wanted.filter((page) => page > 1).map((page) => listQuery(kind, request, sort, page)),
    combine: (results) => results.map((each) => each.data as Page<Item<K>> | undefined),
  })

  const byPage = useMemo(() => {
    const found = new Map<number, Item<K>[]>()
    for (const page of [head.data as Page<Item<K>> | undefined, ...pages]) if (page) found.set(page.page, page.data)
    return found
  }, [head.data, pages])

  // Both keep their identity while one scrolls, so that rows already drawn are not drawn again.
  const at = useCallback(
    (index: number) => byPage.get(Math.floor(index / windowSize) + 1)?.[index % windowSize],
    [byPage],
  )
  const look = useCallback(
    (first: number, last: number) =>
      setRange((before) => (before.first === first && before.last === last ? before : { first, last })),
    [],
  )

  return {
    total,
    at,
    look,
    isPending: head.isPending,
    isStale: head.isPlaceholderData,
    error: head.error,
    refetch: () => void head.refetch(),
  }
}
