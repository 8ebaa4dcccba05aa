import { useEffect, useState } from 'react'

/** What is made only when it opens does not know where the focus came from: it is given back when it closes. */
export function useRestoreFocus() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
