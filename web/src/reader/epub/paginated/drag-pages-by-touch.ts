import type { ChapterRenderer } from './chapter-renderer.ts'
import { isVertical } from './renderer.ts'
import { slideAdjacentChapter } from './slide-adjacent-chapter.ts'
import { watchTouchesInChapter } from './touches-in-chapter.ts'
import { undoPageDrag } from './undo-page-drag.ts'

type FingerHandlers = {
  /** Whether the book is read from right to left. */
  isRtl: () => boolean
  isScrolled: () => boolean
  /** Whether this renderer is on screen. */
  isShown: () => boolean
  /** The previous or next chapter, if it is laid out. */
  adjacent: (by: 1 | -1) => ChapterRenderer | undefined
  /** Past the last page, or before the first. */
  beyond: (side: 'start' | 'end') => void
  /** A swipe that the renderer doesn't handle. */
  turn: (by: 1 | -1) => void
}

/**
 * Page dragging stops at the ends of the book, moves the adjacent chapter along, and is undone by moving the finger
 * back. While a chapter loads, swipes turn the page without dragging. The result must also be called for each loaded
 * chapter, for touches in its frame.
 */
export function dragPagesByTouch({ element, isLoading }: ChapterRenderer, on: FingerHandlers) {
  const drag = undoPageDrag(element, () => isVertical(element))
  slideAdjacentChapter(element, on.isShown, (by) => on.adjacent(by)?.element)

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
        // Vertical text is dragged up or down; a horizontal swipe turns the page in reading direction.
        const vertical = isVertical(element)
        const by = (vertical ? on.isRtl() : element.dir === 'rtl') ? (-to as 1 | -1) : to
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
