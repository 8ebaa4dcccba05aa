import { useMemo, useRef, useState } from 'react'
import type { Progression } from '../../../api/types.ts'
import { chapterAt } from '../current-chapter.ts'
import { makeLocator, type PositionCounts } from '../locator.ts'
import type { EpubReaderProps, Publication } from '../publication.ts'
import { useSaveLocatorPosition } from '../use-save-locator-position.ts'
import { startingPage } from './fixed-layout-locations.ts'
import { useFixedLayoutSpreads } from './use-fixed-layout-spreads.ts'

type Opened = Pick<EpubReaderProps, 'book' | 'startAt' | 'incognito'> & {
  publication: Publication
  progression: Progression | undefined
}

/** The pages on screen, and their locator, which is saved. */
export function useFixedLayoutPosition(opened: Opened, counts: PositionCounts) {
  const { book, publication, progression, startAt, incognito } = opened
  const begun = book.readProgress?.completed ? undefined : progression
  const [page, setPage] = useState(() => startAt ?? startingPage(publication, begun))
  const hasMoved = useRef(false)
  const spreads = useFixedLayoutSpreads(publication, page)
  const { pages, spread } = spreads
  // Of two facing pages the first is stored: opening there shows both again.
  const item = publication.order[spread[0] - 1]
  const title = chapterAt(publication, spread[0] - 1)?.title
  const isLast = spread.includes(pages.length)
  const locator = useMemo(
    () => item && { ...makeLocator(counts, item.path, item.type, 0, '', isLast), title },
    [item, counts, title, isLast],
  )
  useSaveLocatorPosition(book, hasMoved.current || !progression ? locator : undefined, incognito)
  return {
    ...spreads,
    locator,
    moveTo(next: number) {
      hasMoved.current = true
      setPage(next)
    },
  }
}
