import { isVertical, type Renderer } from './renderer.ts'

/** Pixels per line, for browsers that count wheel turns in lines. */
const line = 24
/** How far, in pixels, and within how many milliseconds, the wheel is turned on at an end to reach the next chapter. */
const pushedOver = 200
const pause = 400

/**
 * Vertical text scrolls sideways, which a mouse wheel alone can't do: turned down, it goes on to the left. Turned on at
 * the end of a chapter, it goes to the next one.
 */
export function scrollSidewaysByWheel(
  target: GlobalEventHandlers,
  renderer: Renderer,
  turnChapter: (by: 1 | -1) => void,
) {
  let pushed = 0
  let lastAt = 0
  target.addEventListener(
    'wheel',
    ({ deltaX, deltaY, deltaMode, ctrlKey, timeStamp }) => {
      if (ctrlKey || Math.abs(deltaX) >= Math.abs(deltaY)) return
      if (renderer.getAttribute('flow') !== 'scrolled' || !isVertical(renderer)) return
      const by = deltaY * (deltaMode === WheelEvent.DOM_DELTA_LINE ? line : 1)
      const before = renderer.containerPosition
      renderer.containerPosition -= by
      const goesOn = renderer.containerPosition === before && timeStamp - lastAt < pause && by * pushed >= 0
      pushed = goesOn ? pushed + by : 0
      lastAt = timeStamp
      if (Math.abs(pushed) < pushedOver) return
      pushed = 0
      turnChapter(by > 0 ? 1 : -1)
    },
    { passive: true },
  )
}
