import type { ChapterRenderer } from './chapter-renderer.ts'
import { isVertical } from './renderer.ts'
import { slideAlong } from './slide-along.ts'
import { watchTouchesInChapter } from './touches-in-chapter.ts'
import { undoPageDrag } from './undo-page-drag.ts'

type FingerHandlers = {
  /** Whether the book's pages go from right to left. */
  isRtl: boolean
  isScrolled: () => boolean
  /** Whether this renderer is the one on the screen. */
  isShown: () => boolean
  /** The chapter before or after, if it is laid out. */
  adjacent: (by: 1 | -1) => ChapterRenderer | undefined
  /** Past the last page, or before the first. */
  beyond: (side: 'start' | 'end') => void
  /** A swipe of which the renderer makes nothing. */
  turn: (by: 1 | -1) => void
}

/**
 * Pages that follow the finger end at the ends of the book, bring the adjacent chapter along, and stay where a finger pushes
 * them back. While a chapter loads there is none to follow it. Also to be called with each chapter that comes, for touches
 * in its frame.
 */
export function followFingers({ element, isLoading }: ChapterRenderer, on: FingerHandlers) {
  const drag = undoPageDrag(element, () => isVertical(element))
  slideAlong(element, on.isShown, (by) => on.adjacent(by)?.element)

  function watch(target: GlobalEventHandlers) {
    let edges = { atStart: false, atEnd: false }
    watchTouchesInChapter(target, {
      began: () => {
        const { atStart, atEnd } = isLoading() ? { atStart: false, atEnd: false } : element
        edges = { atStart, atEnd }
        drag.began()
      },
      lifted: (across, down) => drag.lifted(across, down),
      swiped: (to) => {
        if (on.isScrolled()) return false
        // Pages set from top to bottom follow a finger that goes up or down; across, it turns them as the book is read.
        const vertical = isVertical(element)
        const by = (vertical ? on.isRtl : element.dir === 'rtl') ? (-to as 1 | -1) : to
        if (isLoading() || vertical) {
          on.turn(by)
          return true
        }
        if (by > 0 && edges.atEnd) on.beyond('end')
        else if (by < 0 && edges.atStart) on.beyond('start')
        return false
      },
    })
  }

  watch(element)
  return watch
}
