import type { Page, Request } from 'playwright-core'

/** Tracks the page's requests from now on. The returned function resolves once none is open. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => request.resourceType() !== 'eventsource' && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    const end = Date.now() + 60_000
    // Idle twice in a row: the first requests of a page often load the rest of it.
    for (let quiet = 0; quiet < 2; quiet = open.size > 0 ? 0 : quiet + 1) {
      await page.evaluate(twoFrames)
      // If a part of the browser has crashed, the end of its requests is never reported.
      if (Date.now() > end)
        throw new Error(`Still open after a minute: ${[...open].map((each) => each.url()).join(', ')}`)
    }
  }
}

/** For `page.evaluate`: waits until all changes are on the screen. */
export const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
