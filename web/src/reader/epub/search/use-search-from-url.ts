import { useEffect, useRef } from 'react'
import { type SearchHit, searchInBook } from '../publication.ts'
import type { EpubSearch } from './use-search-hits.ts'

/**
 * A link from the search in all books leads to one hit: `?find=` is the phrase, `?page=` the position, `?at=` the
 * progression. Once the book is open, hits are marked and the nearest one is opened.
 */
export function useSearchFromUrl(
  bookId: string,
  { find, isOpen, at, position }: WantedHit & { find: string | undefined; isOpen: boolean },
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
        if (hits.length > 0) showing.current({ phrase, hits, current: nearestHit(hits, { at, position }) })
      })
      // The position is open all the same; only the marks are missing.
      .catch(() => {})
  }, [bookId, at, position, isOpen])
}

type WantedHit = { at: string | undefined; position: number | undefined }

/** Several hits may have the same position. */
export function nearestHit(hits: readonly Pick<SearchHit, 'locator'>[], { at, position }: WantedHit): number {
  const wanted = Number(at ?? Number.NaN)
  const distances = hits.map(({ locator: { locations } }) =>
    Number.isNaN(wanted)
      ? Math.abs((locations?.position ?? Number.MAX_SAFE_INTEGER) - (position ?? 1))
      : Math.abs((locations?.totalProgression ?? Number.MAX_SAFE_INTEGER) - wanted),
  )
  return distances.indexOf(Math.min(...distances))
}
