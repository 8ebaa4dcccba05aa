import { useMemo, useRef, useState } from 'react'
import { chapterAt, minutesLeftInChapter } from './current-chapter.ts'
import { type Locator, makeLocator, type PositionCounts } from './locator.ts'
import type { Publication } from './publication.ts'
import type { ReflowableViewPosition } from './reflowable-view.ts'

/** The position in a book: as a locator, the chapter, and how much of it is left. */
export function useReflowablePlace(publication: Publication, counts: PositionCounts) {
  const [place, setPlace] = useState<ReflowableViewPosition>()
  const locator = useMemo((): Locator | undefined => {
    const item = place && publication.order[place.index]
    if (!item) return undefined
    const isLast = place.index === publication.order.length - 1 && place.fraction + place.size > 0.999
    return makeLocator(counts, item.path, item.type, place.fraction, place.words, isLast)
  }, [place, publication, counts])
  const chapter = useMemo(() => place && chapterAt(publication, place.index, place.isReached), [place, publication])
  const minutesLeft = useMemo(
    () => place && minutesLeftInChapter(publication, counts, place),
    [place, publication, counts],
  )
  /** Documents outside the reading order have no position: keeps that of the page they were opened from. */
  const lastPosition = useRef(1)
  if (locator) lastPosition.current = locator.locations?.position ?? 1
  return { place, setPlace, locator, chapter, minutesLeft, position: lastPosition.current }
}
