import { missingChunkErrorName } from '../api/problem.ts'
import { assetUrl } from '../api/urls.ts'

const key = 'lectern-reloaded'
const pause = 60_000

/**
 * The server may have been updated since this tab was opened: what the tab has not loaded yet then lies under other
 * names. Loading it anew helps, once the server is there to load it from; not twice in a row, though.
 */
export function reloadOnMissingChunk() {
  addEventListener('vite:preloadError', (event) => {
    // In its own words the router would know it, and leave for the browser's error page where the server is away.
    const { message: cause } = event.payload
    Object.assign(event.payload, {
      name: missingChunkErrorName,
      message: 'A part of the app could not be loaded.',
      cause,
    })
    void reloadOnce()
  })
}

/** If the server is there, and unless it was just done: what is still missing then will not come either. */
export async function reloadOnce() {
  if ((await isServerReachable()) && mayReload(sessionStorage, Date.now())) location.reload()
}

/** For whoever asks for it. */
export async function reloadIfReachable() {
  if (await isServerReachable()) location.reload()
}

export function mayReload(kept: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  if (now - Number(kept.getItem(key)) < pause) return false
  kept.setItem(key, String(now))
  return true
}

function isServerReachable(): Promise<boolean> {
  return fetch(assetUrl('health'), { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
