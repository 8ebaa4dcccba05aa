import { useEffect, useRef } from 'react'

/** Handles keys pressed outside the book's own frame, while `active`. Keys in form controls are ignored. */
export function useKeyboard(active: boolean, listener: (event: KeyboardEvent) => void) {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    if (!active) return
    // A sheet that has just closed keeps the focus while it moves out: the next key is for the book already.
    const focused = document.activeElement
    if (focused instanceof HTMLElement && focused.closest('[aria-modal="true"]')) focused.blur()
    // The key that closes a sheet is still being dispatched when we start to listen; it must not close the book as
    // well.
    const since = performance.now()
    const onKey = (event: KeyboardEvent) => {
      if (event.timeStamp < since) return
      const target = event.target as Element
      // Keys typed in a field, or that answer or close a dialog, stay there.
      if (target.closest?.('input:not([type=range]), select, textarea, [aria-modal="true"]')) return
      // A slider handles the arrow keys itself.
      if (/^(Arrow|Page|Home|End)/.test(event.key) && target.closest?.('input')) return
      // A focused button handles Enter and Space itself.
      if ((event.key === 'Enter' || event.key === ' ') && target.closest?.('a, button')) return
      latest.current(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [active])
}
