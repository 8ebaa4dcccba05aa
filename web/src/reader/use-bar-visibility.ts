import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

const rest = 2000

export type BarVisibility = {
  shown: boolean
  show: () => void
  hide: () => void
  toggle: () => void
  hold: (held: boolean) => void
}

/**
 * Visibility of the bars: shown at first, hidden after two idle seconds, shown again by the mouse, a tap or the Tab key.
 * They stay while a dialog is open.
 */
export function useBarVisibility(): BarVisibility {
  const [shown, setShown] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)

  const later = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (held.current) return
      // The button that opened a dialog gets the focus back, which it can't while it is hidden.
      if (document.querySelector('[aria-modal="true"]')) later()
      else setShown(false)
    }, rest)
  }, [])
  const show = useCallback(() => {
    setShown(true)
    later()
  }, [later])
  /** Turning a page hides the bars, even with the mouse over one. */
  const hide = useCallback(() => {
    held.current = false
    setShown(false)
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
      // A page that moves under a still mouse also causes events, but isn't a mouse movement.
      if (from && Math.hypot(event.screenX - from.x, event.screenY - from.y) > 6) show()
      from = { x: event.screenX, y: event.screenY }
    }
    // Hidden bars can't be focused: they have to be visible before the focus moves.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab') flushSync(show)
    }
    addEventListener('pointermove', onMove)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('pointermove', onMove)
      removeEventListener('keydown', onKey)
      clearTimeout(timer.current)
    }
  }, [later, show])

  return { shown, show, hide, toggle: () => (shown ? setShown(false) : show()), hold }
}
