import { findScrollableWideContent } from './fit-wide-content.ts'

/** Farther than a finger moves that only taps. */
const minDistance = 40

type ChapterTouchHandlers = {
  /** A finger was put down. */
  began: () => void
  /** It was lifted after it had moved, so far to the left and up. */
  lifted: (across: number, down: number) => void
  /** A finger went across and was lifted: to the left is 1. True: the renderer needn't do anything about it. */
  swiped: (to: 1 | -1) => boolean
}

/**
 * The renderer snaps to a page after every touch. A tap needs none, and while it follows a link the snapping would go
 * astray. What the renderer makes nothing of, past the ends of the book and while a chapter loads, is told apart here.
 */
export function watchTouchesInChapter(target: GlobalEventHandlers, on: ChapterTouchHandlers) {
  let from: { x: number; y: number } | undefined
  let hasMoved = false
  // A wide table under the finger scrolls instead of the page, as far as it goes.
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
