import { useCallback, useEffect, useRef, useState } from 'react'

const rest = 2000

export type Controls = {
  shown: boolean
  show: () => void
  hide: () => void
  toggle: () => void
  hold: (held: boolean) => void
}

/** The bars around the page: there at first, gone after two quiet seconds, back with the mouse or a tap. */
export function useControls(): Controls {
  const [shown, setShown] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)

  const later = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!held.current) setShown(false)
    }, rest)
  }, [])
  const show = useCallback(() => {
    setShown(true)
    later()
  }, [later])
  const hide = useCallback(() => {
    if (!held.current) setShown(false)
  }, [])
  const hold = useCallback(
    (next: boolean) => {
      held.current = next
      if (!next) later()
    },
    [later],
  )

  useEffect(() => {
    later()
    let from: { x: number; y: number } | undefined
    const onMove = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      // A page that moves under a resting mouse is no movement of the mouse.
      if (from && Math.hypot(event.screenX - from.x, event.screenY - from.y) > 6) show()
      from = { x: event.screenX, y: event.screenY }
    }
    addEventListener('pointermove', onMove)
    return () => {
      removeEventListener('pointermove', onMove)
      clearTimeout(timer.current)
    }
  }, [later, show])

  return { shown, show, hide, toggle: () => (shown ? setShown(false) : show()), hold }
}
