import { missingChunkErrorName } from '../api/problem.ts'
import { assetUrl } from '../api/urls.ts'

const key = 'lectern-reloaded'
const pause = 60_000

/**
 * After an update of the server, chunks that this tab hasn't loaded yet have other names. Reloading the page helps once
 * the server is reachable, but not twice in a row.
 */
export function reloadOnMissingChunk() {
  addEventListener('vite:preloadError', (event) => {
    // With the original message the router would recognise the error and reload, which leads to the browser's error
    // page while the server is down.
    const { message: cause } = event.payload
    Object.assign(event.payload, {
      name: missingChunkErrorName,
      message: 'A part of the app could not be loaded.',
      cause,
    })
    void reloadOnce()
  })
}

/** Reloads if the server is reachable, and unless it did so recently: a chunk that is still missing won't appear. */
export async function reloadOnce() {
  if ((await isServerReachable()) && mayReload(sessionStorage, Date.now())) location.reload()
}

/** For a reload that the viewer asked for. */
export async function reloadIfReachable() {
  if (await isServerReachable()) location.reload()
}

export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  if (now - Number(storage.getItem(key)) < pause) return false
  storage.setItem(key, String(now))
  return true
}

function isServerReachable(): Promise<boolean> {
  return fetch(assetUrl('health'), { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
