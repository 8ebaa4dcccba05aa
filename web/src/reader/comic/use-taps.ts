import { type PointerEvent, type RefObject, useRef } from 'react'
import type { Dimensions } from '../page-fit.ts'
import { isSelectableText, swipeDirectionOf, tapZoneOf } from '../tap-zones.ts'
import type { Point } from '../use-pinch.ts'

export type TapSide = 'left' | 'right'
type Wish = {
  stage: RefObject<HTMLElement | null>
  view: Dimensions
  /** One reads downward: above stands for the left, below for the right. */
  vertical: boolean
  turn: (side: TapSide) => void
  /** In the middle. */
  tap: () => void
  /** In the middle, twice. */
  twice?: (at: Point) => void
  /** Whether swipes turn; where the page follows the finger, letting go does. */
  swipes?: boolean
}

/** Taps in the zones, swipes where there is nothing to pan, a double tap in the middle. Links and buttons are left alone. */
export function useTaps({ stage, view, vertical, turn, tap, twice, swipes = true }: Wish) {
  const start = useRef<{ x: number; y: number; at: number; touch: boolean }>(undefined)
  const lastTap = useRef(0)
  const swiped = (event: PointerEvent, from: { x: number; y: number }) => {
    if (!swipes) return false
    const it = stage.current
    if (it && (it.scrollWidth > it.clientWidth + 2 || (vertical && it.scrollHeight > it.clientHeight + 2))) return false
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    const swipe = vertical ? swipeDirectionOf(dy, dx) : swipeDirectionOf(dx, dy)
    if (swipe) turn(swipe === 'left' ? 'right' : 'left')
    return swipe !== undefined
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.isPrimary
        ? { x: event.clientX, y: event.clientY, at: event.timeStamp, touch: event.pointerType === 'touch' }
        : undefined
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current
      start.current = undefined
      if (!from || event.button > 0 || isSelectableText(event.target)) return
      if (from.touch && swiped(event, from)) return
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > 10 || event.timeStamp - from.at > 500) return
      if ((event.target as Element).closest('a, button')) return
      const zone = vertical ? tapZoneOf(event.clientY, view.height) : tapZoneOf(event.clientX, view.width)
      if (zone !== 'middle') return turn(zone)
      const isSecond = event.timeStamp - lastTap.current < 300
      lastTap.current = event.timeStamp
      if (isSecond) twice?.({ x: event.clientX, y: event.clientY })
      tap()
    },
    onPointerCancel: (event: PointerEvent) => {
      // A vertical page lets the browser scroll; what it took over may still have been a sideways swipe.
      const from = start.current
      start.current = undefined
      if (from?.touch) swiped(event, from)
    },
  }
}
