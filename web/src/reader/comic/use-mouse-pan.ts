import { type RefObject, useEffect } from 'react'
import { isSelectableText } from '../tap-zones.ts'

/** Pans a page that is larger than the window with the mouse. For touch the browser does this. */
export function useMousePan(stage: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const it = stage.current
    if (!it) return
    let from: { x: number; y: number; left: number; top: number } | undefined
    const down = (event: PointerEvent) => {
      const pans = it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight
      if (event.pointerType !== 'mouse' || event.button !== 0 || !pans || isSelectableText(event.target)) return
      from = { x: event.clientX, y: event.clientY, left: it.scrollLeft, top: it.scrollTop }
    }
    const move = (event: PointerEvent) => {
      if (!from) return
      it.dataset.dragging = 'true'
      it.scrollLeft = from.left - (event.clientX - from.x)
      it.scrollTop = from.top - (event.clientY - from.y)
    }
    const up = () => {
      from = undefined
      delete it.dataset.dragging
    }
    it.addEventListener('pointerdown', down)
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    return () => {
      it.removeEventListener('pointerdown', down)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
    }
  }, [stage])
}
