import { useEffect, useRef } from 'react'
import type { usePdfSearch } from './use-pdf-search.ts'

type Wanted = { find: string | undefined; page: number; finder: ReturnType<typeof usePdfSearch> }

/**
 * A link from the search in all books leads to one hit: `?find=` is the phrase, `?page=` its page. All hits are marked,
 * and the first one from that page on is opened as soon as the server has found it.
 */
export function usePdfSearchFromUrl({ find, page, finder }: Wanted, show: (index: number) => void) {
  const { search, start } = finder
  const wanted = useRef(find)
  const showing = useRef(show)
  showing.current = show
  useEffect(() => {
    if (wanted.current) start(wanted.current)
  }, [start])
  const isWanted = search !== undefined && search.phrase === wanted.current
  const index = isWanted ? search.hits.findIndex((hit) => (hit.page ?? 0) >= page) : -1
  useEffect(() => {
    if (index < 0) return
    wanted.current = undefined
    showing.current(index)
  }, [index])
}
