import { useCallback, useEffect, useRef, useState } from 'react'
import { indexOfLocator, type Publication, type SearchHit } from '../publication.ts'
import type { ReflowableViewTarget } from '../reflowable-view.ts'
import { drawSearchHits, rangeOfSearchHit, type SearchPhrase } from './search-highlights.ts'

export type EpubSearch = SearchPhrase & { hits: SearchHit[]; current: number }
type Chapter = { doc: Document; index: number }

/** The hits of a search, marked in the text until it is cleared. */
export function useSearchHits(
  publication: Publication,
  chapters: () => Chapter[],
  go: (target: ReflowableViewTarget | undefined) => Promise<void>,
) {
  const [search, setSearch] = useState<EpubSearch>()
  const latest = useRef(search)
  latest.current = search

  const draw = useCallback(
    ({ doc, index }: Chapter) => {
      const hit = latest.current?.hits[latest.current.current]
      const isHere = hit && indexOfLocator(publication, hit.locator) === index
      drawSearchHits(doc, latest.current, isHere ? hit : undefined)
    },
    [publication],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the search is drawn anew
  useEffect(() => {
    for (const chapter of chapters()) draw(chapter)
  }, [search, draw])

  const show = (next: EpubSearch, by = go) => {
    setSearch(next)
    const hit = next.hits[next.current]
    if (hit) void by(targetOfHit(publication, next, hit))
  }
  /** Goes to the next or previous hit; the last is followed by the first. */
  const step = (by: 1 | -1) => {
    if (!search) return
    const count = search.hits.length
    show({ ...search, current: (search.current + by + count) % count })
  }
  return { search, show, step, draw, clear: useCallback(() => setSearch(undefined), []) }
}

function targetOfHit(publication: Publication, phrase: SearchPhrase, hit: SearchHit): ReflowableViewTarget | undefined {
  const index = indexOfLocator(publication, hit.locator)
  if (index < 0) return undefined
  return {
    index,
    progression: hit.locator.locations?.progression ?? 0,
    find: (doc) => rangeOfSearchHit(doc, phrase, hit),
  }
}
