import { type RefObject, useEffect } from 'react'
import { isSelectableText } from '../tap-zones.ts'

/** Pans a page that is larger than the window with the mouse. For touch the browser does this. */
export function useMousePan(stage: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = stage.current
    if (!element) return
    let from: { x: number; y: number; left: number; top: number } | undefined
    const down = (event: PointerEvent) => {
      const pans = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
      if (event.pointerType !== 'mouse' || event.button !== 0 || !pans || isSelectableText(event.target)) return
      from = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop }
    }
    const move = (event: PointerEvent) => {
      if (!from) return
      element.dataset.dragging = 'true'
      element.scrollLeft = from.left - (event.clientX - from.x)
      element.scrollTop = from.top - (event.clientY - from.y)
    }
    const up = () => {
      from = undefined
      delete element.dataset.dragging
    }
    element.addEventListener('pointerdown', down)
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    return () => {
      element.removeEventListener('pointerdown', down)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
    }
  }, [stage])
}
