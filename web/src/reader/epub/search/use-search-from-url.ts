import { useEffect, useRef } from 'react'
import { searchInBook } from '../publication.ts'
import type { EpubSearch } from './use-search-hits.ts'

/**
 * A link from the search in all books leads to one hit: `?find=` is the phrase, `?page=` the position. Once the book is
 * open, hits are marked and the nearest one is opened.
 */
export function useSearchFromUrl(
  bookId: string,
  { find, position, isOpen }: { find: string | undefined; position: number | undefined; isOpen: boolean },
  show: (search: EpubSearch) => void,
) {
  const wanted = useRef(find)
  const showing = useRef(show)
  showing.current = show
  useEffect(() => {
    const phrase = wanted.current
    if (!isOpen || !phrase) return
    wanted.current = undefined
    searchInBook(bookId, phrase)
      .then(({ hits }) => {
        const distance = (index: number) =>
          Math.abs((hits[index]?.locator.locations?.position ?? Number.MAX_SAFE_INTEGER) - (position ?? 1))
        const nearest = hits.reduce((best, _, index) => (distance(index) < distance(best) ? index : best), 0)
        if (hits.length > 0) showing.current({ phrase, hits, current: nearest })
      })
      // The position is open all the same; only the marks are missing.
      .catch(() => {})
  }, [bookId, position, isOpen])
}
