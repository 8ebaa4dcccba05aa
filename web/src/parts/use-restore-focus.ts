import { useEffect, useState } from 'react'

/** For components that are mounted only when they open: restores the previous focus on unmount. */
export function useRestoreFocus() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
