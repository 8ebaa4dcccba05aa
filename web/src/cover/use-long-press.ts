import { type MouseEvent, type PointerEvent, useRef } from 'react'

const long = 450

/** What a finger means that stays: it has no right button and nothing to hover with. */
export function useLongPress(act: (() => void) | undefined) {
  const press = useRef<{ timer?: ReturnType<typeof setTimeout>; touched: boolean; held: boolean }>({
    touched: false,
    held: false,
  })
  if (!act) return {}
  const end = () => clearTimeout(press.current.timer)
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      const now = press.current
      now.touched = pointerType === 'touch'
      now.held = false
      if (!now.touched) return
      now.timer = setTimeout(() => {
        now.held = true
        navigator.vibrate?.(12)
        act()
      }, long)
    },
    onPointerUp: end,
    // The browser takes the finger for a scroll.
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (press.current.touched) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!press.current.held) return
      press.current.held = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
