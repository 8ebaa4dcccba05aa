import { type RefObject, useState } from 'react'
import type { BookPageInfo } from '../../api/types.ts'
import { scrollByScreens } from '../scroll-by-screens.ts'
import type { AdjacentBookNavigation } from '../use-adjacent-books.ts'
import type { useEndScreens } from '../use-end-screens.ts'
import type { ComicSettings } from './comic-settings.ts'
import type { ComicLayout } from './use-comic-layout.ts'
import type { useComicPosition } from './use-comic-position.ts'
import { usePageRegions } from './use-page-regions.ts'
import type { TapSide } from './use-taps.ts'

/** The last lines read stay visible. */
const mostOfScreen = 0.85

type Turns = {
  bookId: string
  pages: BookPageInfo[]
  settings: ComicSettings
  layout: ComicLayout
  position: Pick<ReturnType<typeof useComicPosition>, 'here' | 'goTo' | 'jumps'>
  /** The index of the spread on screen. */
  place: number
  ends: ReturnType<typeof useEndScreens>
  neighbours: AdjacentBookNavigation
  stage: RefObject<HTMLDivElement | null>
  hideBars: () => void
}

/** Goes on and back: to the next panel, half or spread, or further down, and beyond the ends of the book. */
export function useComicTurns({ bookId, pages, settings, layout, position, place, ...around }: Turns) {
  const { ends, neighbours, stage, hideBars } = around
  const { scrolled, double, guided, spreads } = layout
  const { here, goTo, jumps } = position
  const [peek, setPeek] = useState(false)
  const turnLater = (by: 1 | -1) => step(by)
  const parts = usePageRegions({ bookId, pages, page: here, settings, scrolled, double, turn: turnLater })

  const step = (by: 1 | -1) => {
    hideBars()
    jumps.turned()
    if (ends.beyond === 'start' && by === 1) return goTo(1)
    if (ends.stepFromEnd(by)) return
    if (scrolled) return scrollOn(by)
    setPeek(false)
    if (parts.step(by)) return
    const next = spreads[place + by]
    if (next) {
      parts.enter(next[0], by)
      goTo(next[0])
    } else ends.setBeyond(by === 1 ? 'end' : 'start')
  }

  /** At the end of the column the next book's card is already on screen. */
  const scrollOn = (by: 1 | -1) => {
    if (scrollByScreens(stage.current, by, mostOfScreen)) return
    if (by === 1) neighbours.open(neighbours.next)
    else ends.setBeyond('start')
  }

  /** Space and arrows first scroll through a page that is taller than the window, unless it is shown panel by panel. */
  const forward = (by: 1 | -1, key: string) => {
    const isVertical = key === ' ' || key === 'ArrowDown' || key === 'ArrowUp' || key.startsWith('Page')
    const mayScroll = isVertical && !scrolled && !guided && !ends.beyond
    if (!mayScroll || !scrollByScreens(stage.current, by, mostOfScreen)) step(by)
  }
  const turn = (side: TapSide) => step((side === 'right') === (settings.direction !== 'rtl') ? 1 : -1)
  return { parts, peek, setPeek, forward, turn }
}
