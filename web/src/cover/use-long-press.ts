import { type MouseEvent, type PointerEvent, type TouchEvent, useRef } from 'react'

const long = 450

/** Long press, for touch: there is no right button and no hover. */
export function useLongPress(act: ((element: Element) => void) | undefined) {
  const press = useRef<{ timer?: ReturnType<typeof setTimeout>; touched: boolean; held: boolean }>({
    touched: false,
    held: false,
  })
  if (!act) return {}
  const end = () => clearTimeout(press.current.timer)
  return {
    onPointerDown: ({ pointerType, currentTarget, target }: PointerEvent) => {
      const now = press.current
      // A card's menu is its child in React, but elsewhere in the DOM.
      now.touched = pointerType === 'touch' && currentTarget.contains(target as Node)
      now.held = false
      if (!now.touched) return
      now.timer = setTimeout(() => {
        now.held = true
        navigator.vibrate?.(12)
        act(currentTarget)
      }, long)
    },
    onPointerUp: end,
    // Suppresses the click that follows, and the press that would close what has just opened.
    onTouchEnd: (event: TouchEvent) => {
      if (press.current.held && event.cancelable) event.preventDefault()
    },
    // The browser treats the gesture as a scroll.
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (press.current.touched) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      // The click that opens the menu is dispatched by the script, not by the finger.
      if (!press.current.held || !event.isTrusted) return
      press.current.held = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
