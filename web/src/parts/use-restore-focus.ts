import { useEffect, useRef, useState } from 'react'

/**
 * For dialogs that are open when they are mounted: restores the previous focus when they close or are unmounted. Later
 * openings are left to Mantine, which only notices those.
 */
export function useRestoreFocus(opened = true) {
  const [before] = useState(() => (opened ? document.activeElement : null))
  const isRestored = useRef(false)
  useEffect(() => {
    if (!opened || isRestored.current) return
    return () => {
      isRestored.current = true
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [before, opened])
}
