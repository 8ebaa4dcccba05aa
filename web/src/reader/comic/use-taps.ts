import { type PointerEvent, type RefObject, type TouchEvent, useRef } from 'react'
import type { Dimensions } from '../page-fit.ts'
import { isSelectableText, swipeDirectionOf, tapZoneOf } from '../tap-zones.ts'
import type { Point } from '../use-pinch.ts'

export type TapSide = 'left' | 'right'
type TapOptions = {
  stage: RefObject<HTMLElement | null>
  view: Dimensions
  /** Vertical reading: the top counts as left, the bottom as right. */
  vertical: boolean
  turn: (side: TapSide) => void
  /** A tap in the middle. */
  tap: () => void
  /** A double tap in the middle. */
  twice?: (at: Point) => void
  /** Whether swipes turn the page; if the page follows the finger, releasing it does. */
  swipes?: boolean
}

type Swipe = Point & { canTurn: Record<TapSide, boolean> }

/**
 * Taps in the zones, swipes if there is nothing to pan, and double taps in the middle. Links and buttons are ignored.
 */
export function useTaps({ stage, view, vertical, turn, tap, twice, swipes = true }: TapOptions) {
  const start = useRef<{ x: number; y: number; at: number }>(undefined)
  const swipe = useRef<Swipe>(undefined)
  const lastTap = useRef(0)
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.isPrimary ? { x: event.clientX, y: event.clientY, at: event.timeStamp } : undefined
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current
      start.current = undefined
      if (!from || event.button > 0 || isSelectableText(event.target)) return
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > 10 || event.timeStamp - from.at > 500) return
      if ((event.target as Element).closest('a, button')) return
      const zone = vertical ? tapZoneOf(event.clientY, view.height) : tapZoneOf(event.clientX, view.width)
      if (zone !== 'middle') return turn(zone)
      const isSecond = event.timeStamp - lastTap.current < 300
      lastTap.current = event.timeStamp
      if (isSecond) twice?.({ x: event.clientX, y: event.clientY })
      tap()
    },
    onPointerCancel: () => {
      start.current = undefined
    },
    // When the browser scrolls it cancels the pointer at once; touch events continue to the end.
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const [first, second] = [touches[0], touches[1]]
      const element = stage.current
      const isSwipe = swipes && element && first && !second && !isSelectableText(target)
      swipe.current = isSwipe
        ? { x: first.clientX, y: first.clientY, canTurn: turnsAtEdge(element, vertical) }
        : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = swipe.current
      const finger = changedTouches[0]
      swipe.current = undefined
      if (!from || !finger) return
      const [dx, dy] = [finger.clientX - from.x, finger.clientY - from.y]
      const direction = vertical ? swipeDirectionOf(dy, dx) : swipeDirectionOf(dx, dy)
      const side = direction && (direction === 'left' ? 'right' : 'left')
      if (side && from.canTurn[side]) turn(side)
    },
  }
}

/** A page larger than the window scrolls to its edge first; the next swipe turns. */
function turnsAtEdge(stage: HTMLElement, vertical: boolean): Record<TapSide, boolean> {
  const { overflowX, overflowY } = getComputedStyle(stage)
  const isStill = (overflow: string) => overflow === 'hidden' || overflow === 'visible' || overflow === 'clip'
  const { scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = stage
  const across = isStill(overflowX) ? 0 : scrollWidth - clientWidth
  const down = isStill(overflowY) ? 0 : scrollHeight - clientHeight
  if (across > 2) return { left: false, right: false }
  return vertical ? { left: scrollTop <= 2, right: scrollTop >= down - 2 } : { left: true, right: true }
}
