const key = 'lectern-reloaded'
const pause = 60_000

/**
 * The server may have been updated since this tab was opened: what the tab has not loaded yet then lies under other
 * names. Loading it anew helps. Not twice in a row, though: without a connection it would not.
 */
export function followUpdates() {
  addEventListener('vite:preloadError', (event) => {
    if (!mayReload(sessionStorage, Date.now())) return
    event.preventDefault()
    location.reload()
  })
}

export function mayReload(kept: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  if (now - Number(kept.getItem(key)) < pause) return false
  kept.setItem(key, String(now))
  return true
}
