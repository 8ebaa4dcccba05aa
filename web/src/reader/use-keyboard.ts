import { useEffect, useRef } from 'react'

/** Keys pressed outside the book's own frame, while `active`. What is typed or pressed in a control stays there. */
export function useKeyboard(active: boolean, hear: (event: KeyboardEvent) => void) {
  const latest = useRef(hear)
  latest.current = hear
  useEffect(() => {
    if (!active) return
    // The key that closes a sheet is still on its way when we begin to listen; it must not close the book as well.
    const since = performance.now()
    const onKey = (event: KeyboardEvent) => {
      if (event.timeStamp < since) return
      const target = event.target as Element
      // So is the key that answers a question, or closes it.
      if (target.closest?.('input:not([type=range]), select, textarea, [aria-modal="true"]')) return
      // A line one slides along moves by the arrows, and by nothing else.
      if (/^(Arrow|Page|Home|End)/.test(event.key) && target.closest?.('input')) return
      // A focused button keeps Enter and Space for itself.
      if ((event.key === 'Enter' || event.key === ' ') && target.closest?.('a, button')) return
      latest.current(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [active])
}
