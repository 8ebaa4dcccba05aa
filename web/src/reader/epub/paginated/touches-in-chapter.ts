import { findScrollableWideContent } from '../chapter/fit-wide-content.ts'

/** More than a finger moves during a tap. */
const minDistance = 40

type ChapterTouchHandlers = {
  /** A touch started. */
  began: () => void
  /** A touch that had moved ended; positive distances are to the left and up. */
  lifted: (across: number, down: number) => void
  /** A horizontal swipe ended: 1 is to the left. Returns true if the renderer must not handle it. */
  swiped: (to: 1 | -1) => boolean
}

/**
 * The renderer snaps to a page after every touch. A tap doesn't need that, and while it follows a link the snapping
 * would go to the wrong place. Swipes that the renderer doesn't handle, past the ends of the book and while a chapter
 * loads, are detected here.
 */
export function watchTouchesInChapter(target: GlobalEventHandlers, on: ChapterTouchHandlers) {
  let from: { x: number; y: number } | undefined
  let hasMoved = false
  // A wide table under the finger scrolls instead of the page, as far as it can.
  let isScrolling = false
  const passive = { capture: true, passive: true } as const
  target.addEventListener(
    'touchstart',
    ({ touches: [touch] }) => {
      hasMoved = false
      isScrolling = false
      from = touch && { x: touch.screenX, y: touch.screenY }
      on.began()
    },
    passive,
  )
  target.addEventListener(
    'touchmove',
    (event) => {
      const [touch] = event.touches
      if (!hasMoved && from && touch)
        isScrolling = Boolean(findScrollableWideContent(event.target, from.x - touch.screenX, from.y - touch.screenY))
      hasMoved = true
      if (isScrolling) event.stopImmediatePropagation()
    },
    passive,
  )
  target.addEventListener(
    'touchend',
    (event) => {
      const touch = event.changedTouches[0]
      if (!hasMoved || isScrolling) event.stopImmediatePropagation()
      if (!hasMoved || isScrolling || !from || !touch) return
      const [across, down] = [from.x - touch.screenX, from.y - touch.screenY]
      on.lifted(across, down)
      if (Math.abs(across) < minDistance || Math.abs(across) < Math.abs(down) * 2) return
      if (on.swiped(across > 0 ? 1 : -1)) event.stopImmediatePropagation()
    },
    passive,
  )
}
