import { type RefObject, useEffect, useRef } from 'react'
import { withinZoom } from './pdf-layout.ts'

export type Point = { x: number; y: number }

/** Two fingers, or Ctrl and the wheel, which is also how a touch pad pinches. */
export function usePdfZoom(stage: RefObject<HTMLElement | null>, zoom: number, set: (zoom: number, at: Point) => void) {
  const state = useRef({ zoom, set })
  state.current = { zoom, set }
  useEffect(() => {
    const it = stage.current
    if (!it) return
    let begun: { apart: number; zoom: number } | undefined
    const onTouch = (event: TouchEvent) => {
      const [a, b] = [event.touches[0], event.touches[1]]
      if (!a || !b) {
        begun = undefined
        return
      }
      event.preventDefault()
      const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
      begun ??= { apart, zoom: state.current.zoom }
      const at = { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 }
      state.current.set(withinZoom(begun.zoom * (apart / begun.apart)), at)
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      state.current.set(withinZoom(state.current.zoom * Math.exp(-event.deltaY / 250)), {
        x: event.clientX,
        y: event.clientY,
      })
    }
    const types = ['touchstart', 'touchmove', 'touchend'] as const
    for (const type of types) it.addEventListener(type, onTouch, { passive: false })
    it.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      for (const type of types) it.removeEventListener(type, onTouch)
      it.removeEventListener('wheel', onWheel)
    }
  }, [stage])
}
