import { type RefObject, useEffect, useRef } from 'react'
import { swipeDirectionOf, tapZoneOf } from '../tap-zones.ts'
import type { Point } from '../use-pinch.ts'

type TapHandlers = {
  isPaged: boolean
  turn: (by: 1 | -1) => void
  isRtl: boolean
  /** Returns true if the tap was handled, for example as one on an annotation. */
  tapMark: (at: { clientX: number; clientY: number }) => boolean
  toggleBars: () => void
  /** Two quick taps at one point: nearer, or back. */
  zoomAt: (at: Point) => void
}

/** The second tap of a double tap comes this soon, and this near to the first. */
const doubleTap = { ms: 300, px: 36 }

/** Taps, swipes, and the wheel at the end of a page. Selecting text and following links aren't affected. */
export function usePdfTaps(stage: RefObject<HTMLElement | null>, handlers: TapHandlers) {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    const element = stage.current
    if (!element) return
    let from: { x: number; y: number; at: number; hadSelection: boolean } | undefined
    let turnedAt = 0
    let tapped: (Point & { at: number }) | undefined
    /** Whether it is the second of two taps; a third one is again a first. */
    const isSecondTap = ({ clientX: x, clientY: y, timeStamp: at }: PointerEvent): boolean => {
      const first = tapped
      tapped = { x, y, at }
      if (!first || at - first.at > doubleTap.ms || Math.hypot(x - first.x, y - first.y) > doubleTap.px) return false
      tapped = undefined
      return true
    }
    const down = (event: PointerEvent) => {
      from = event.isPrimary
        ? { x: event.clientX, y: event.clientY, at: event.timeStamp, hadSelection: hasSelection() }
        : undefined
    }
    const up = (event: PointerEvent) => {
      const begun = from
      from = undefined
      const { isPaged, turn, isRtl, tapMark, toggleBars, zoomAt } = latest.current
      if (!begun || event.button > 0 || (event.target as Element).closest('a, button')) return
      const [dx, dy] = [event.clientX - begun.x, event.clientY - begun.y]
      const isTouch = event.pointerType !== 'mouse'
      if (Math.hypot(dx, dy) > 8 || event.timeStamp - begun.at > 500 || hasSelection() || begun.hadSelection) {
        if (begun.hadSelection && Math.hypot(dx, dy) <= 8) tapMark(event)
        return
      }
      if (tapMark(event)) return
      const zone = tapZoneOf(event.clientX, element.clientWidth)
      if (isTouch && isPaged && zone !== 'middle') return turn((zone === 'right') === !isRtl ? 1 : -1)
      if (isTouch || !(event.target as Element).closest('[data-start]')) toggleBars()
      // The bars, which the first tap brought, are gone with the second.
      if (isTouch && isSecondTap(event)) zoomAt({ x: event.clientX, y: event.clientY })
    }
    // The browser cancels the pointer as soon as it may scroll; touch events continue to the end.
    let swipe: { x: number; y: number } | undefined
    const touchStart = ({ touches: [first, second] }: TouchEvent) => {
      const pans = element.scrollWidth > element.clientWidth + 2
      swipe = first && !second && !pans && !hasSelection() ? { x: first.clientX, y: first.clientY } : undefined
    }
    const touchEnd = ({ changedTouches: [finger] }: TouchEvent) => {
      const begun = swipe
      swipe = undefined
      const { isPaged, turn, isRtl } = latest.current
      if (!begun || !finger || !isPaged || hasSelection()) return
      const direction = swipeDirectionOf(finger.clientX - begun.x, finger.clientY - begun.y)
      if (direction) turn((direction === 'left') === !isRtl ? 1 : -1)
    }
    const wheel = (event: WheelEvent) => {
      if (!latest.current.isPaged || event.ctrlKey || Math.abs(event.deltaY) < Math.abs(event.deltaX)) return
      const by = event.deltaY > 0 ? 1 : -1
      const left = by === 1 ? element.scrollHeight - element.clientHeight - element.scrollTop : element.scrollTop
      // One touchpad gesture is dozens of events: it turns one page.
      if (left > 2 || event.timeStamp - turnedAt < 350) return
      turnedAt = event.timeStamp
      latest.current.turn(by)
    }
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointerup', up)
    element.addEventListener('touchstart', touchStart, { passive: true })
    element.addEventListener('touchend', touchEnd, { passive: true })
    element.addEventListener('wheel', wheel, { passive: true })
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('touchstart', touchStart)
      element.removeEventListener('touchend', touchEnd)
      element.removeEventListener('wheel', wheel)
    }
  }, [stage])
}

const hasSelection = (): boolean => /\S/.test(String(getSelection()))
