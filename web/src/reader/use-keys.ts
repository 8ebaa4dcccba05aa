import { useEffect, useRef } from 'react'

/** Keys pressed outside the book's own frame, while `active`. What is typed or pressed in a control stays there. */
export function useKeys(active: boolean, hear: (event: KeyboardEvent) => void) {
  const latest = useRef(hear)
  latest.current = hear
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element
      if (target.closest?.('input, select, textarea')) return
      // A focused button keeps Enter and Space for itself.
      if ((event.key === 'Enter' || event.key === ' ') && target.closest?.('a, button')) return
      latest.current(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [active])
}
