import { type RefObject, useEffect, useRef } from 'react'

export type Point = { x: number; y: number }

export type Pinch = {
  zoom: number
  /** `at`: the point between the fingers; `from`: that point before. The content under the fingers moves with them. */
  set: (zoom: number, at: Point, from: Point) => void
  within: (zoom: number) => number
}

/** Two fingers, or Ctrl and the wheel (which is also what a touchpad sends for a pinch). */
export function usePinch(stage: RefObject<HTMLElement | null>, pinch: Pinch) {
  const latest = useRef(pinch)
  latest.current = pinch
  useEffect(() => (stage.current ? listenForPinch(stage.current, () => latest.current) : undefined), [stage])
}

const types = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const

/** `toWindow` converts a point of the target to window coordinates; a page in a frame has its own offset and scale. */
export function listenForPinch(
  target: HTMLElement | Document,
  latest: () => Pinch,
  toWindow: (point: Point) => Point = (point) => point,
): () => void {
  let begun: { apart: number; zoom: number; at: Point } | undefined
  const onTouch = (event: TouchEvent) => {
    const [a, b] = [event.touches[0], event.touches[1]]
    if (!a || !b) {
      begun = undefined
      stopFollowing()
      return
    }
    event.preventDefault()
    if (!begun) followTargets([a.target, b.target])
    const { zoom, set, within } = latest()
    // In screen coordinates: scaling under the fingers must not change their measured distance.
    const apart = Math.hypot(a.screenX - b.screenX, a.screenY - b.screenY)
    const at = toWindow({ x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 })
    begun ??= { apart, zoom, at }
    const from = begun.at
    begun.at = at
    set(within(begun.zoom * (apart / begun.apart)), at, from)
  }
  // Text under the fingers is drawn anew while it grows: the events of an element that is gone reach only itself.
  let stopFollowing = () => {}
  const onRemovedTarget = (event: TouchEvent) => {
    if (!(event.currentTarget as Node).isConnected) onTouch(event)
  }
  const followTargets = (touched: EventTarget[]) => {
    stopFollowing()
    for (const each of touched)
      for (const type of types) each.addEventListener(type, onRemovedTarget as EventListener, { passive: false })
    stopFollowing = () => {
      for (const each of touched)
        for (const type of types) each.removeEventListener(type, onRemovedTarget as EventListener)
    }
  }
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    const { zoom, set, within } = latest()
    const at = toWindow({ x: event.clientX, y: event.clientY })
    set(within(zoom * Math.exp(-event.deltaY / 250)), at, at)
  }
  for (const type of types) target.addEventListener(type, onTouch as EventListener, { passive: false })
  target.addEventListener('wheel', onWheel as EventListener, { passive: false })
  return () => {
    for (const type of types) target.removeEventListener(type, onTouch as EventListener)
    target.removeEventListener('wheel', onWheel as EventListener)
    stopFollowing()
  }
}

const max = 5

/** The minimum is a page that fits the window; beyond the maximum there is no more detail to see. */
export function clampZoom(zoom: number): number {
  return Math.min(max, Math.max(1, zoom))
}
