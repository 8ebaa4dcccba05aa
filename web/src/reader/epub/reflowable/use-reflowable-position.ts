import { useCallback, useMemo, useRef, useState } from 'react'
import type { Progression } from '../../../api/types.ts'
import { chapterAt, minutesLeftInChapter } from '../current-chapter.ts'
import { type Locator, makeLocator, type PositionCounts } from '../locator.ts'
import type { EpubReaderProps, Publication } from '../publication.ts'
import type { ReflowableViewPosition } from '../reflowable-view.ts'
import { useSaveLocatorPosition } from '../use-save-locator-position.ts'

type Opened = Pick<EpubReaderProps, 'book' | 'incognito'> & {
  publication: Publication
  progression: Progression | undefined
}

/** The position in a book: as a locator, which is saved, the chapter, and how much of it is left. */
export function useReflowablePosition({ book, publication, progression, incognito }: Opened, counts: PositionCounts) {
  const [viewPosition, setViewPosition] = useState<ReflowableViewPosition>()
  const locator = useMemo((): Locator | undefined => {
    const item = viewPosition && publication.order[viewPosition.index]
    if (!item) return undefined
    const isLast =
      viewPosition.index === publication.order.length - 1 && viewPosition.fraction + viewPosition.size > 0.999
    return makeLocator(counts, item.path, item.type, viewPosition.fraction, viewPosition.words, isLast)
  }, [viewPosition, publication, counts])
  const chapter = useMemo(
    () => viewPosition && chapterAt(publication, viewPosition.index, viewPosition.isReached),
    [viewPosition, publication],
  )
  const minutesLeft = useMemo(
    () => viewPosition && minutesLeftInChapter(publication, counts, viewPosition),
    [viewPosition, publication, counts],
  )
  /** Documents outside the reading order have no position: keeps that of the page they were opened from. */
  const lastPosition = useRef(1)
  if (locator) lastPosition.current = locator.locations?.position ?? 1
  const hasMoved = useRef(false)
  useSaveLocatorPosition(book, hasMoved.current || !progression ? locator : undefined, incognito)
  return {
    viewPosition,
    setViewPosition,
    locator,
    chapter,
    minutesLeft,
    position: lastPosition.current,
    isAside: viewPosition !== undefined && viewPosition.index >= publication.order.length,
    /** Opening a book doesn't change its stored position; must be called when the reader moves on. */
    leaveStoredPosition: useCallback(() => {
      hasMoved.current = true
    }, []),
  }
}
