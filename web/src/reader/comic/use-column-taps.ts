import { type PointerEvent, useRef } from 'react'
import { isSelectableText } from '../tap-zones.ts'
import type { Point } from '../use-pinch.ts'

/** A tap anywhere shows the controls, a double tap zooms; pages are turned by scrolling here. */
export function useColumnTaps(tap: () => void, twice: (at: Point) => void) {
  const start = useRef<Point>(undefined)
  const lastTap = useRef(0)
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.isPrimary ? { x: event.clientX, y: event.clientY } : undefined
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current
      start.current = undefined
      const onButton = (event.target as HTMLElement).closest('a, button')
      if (!from || onButton || isSelectableText(event.target)) return
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) >= 8) return
      const isSecond = event.timeStamp - lastTap.current < 300
      lastTap.current = isSecond ? 0 : event.timeStamp
      if (isSecond) twice({ x: event.clientX, y: event.clientY })
      tap()
    },
  }
}
