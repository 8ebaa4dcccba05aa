import { type RefObject, useEffect, useRef } from 'react'

export type Point = { x: number; y: number }

const most = 5

/** Two fingers, or Ctrl and the wheel (which is also how a touch pad pinches). */
export function usePinch(stage: RefObject<HTMLElement | null>, zoom: number, set: (zoom: number, at: Point) => void) {
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
      state.current.set(within(begun.zoom * (apart / begun.apart)), at)
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const factor = Math.exp(-event.deltaY / 250)
      state.current.set(within(state.current.zoom * factor), { x: event.clientX, y: event.clientY })
    }
    it.addEventListener('touchstart', onTouch, { passive: false })
    it.addEventListener('touchmove', onTouch, { passive: false })
    it.addEventListener('touchend', onTouch)
    it.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      it.removeEventListener('touchstart', onTouch)
      it.removeEventListener('touchmove', onTouch)
      it.removeEventListener('touchend', onTouch)
      it.removeEventListener('wheel', onWheel)
    }
  }, [stage])
}

export function within(zoom: number): number {
  return Math.min(most, Math.max(1, zoom))
}
