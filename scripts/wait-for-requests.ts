import type { Page, Request } from 'playwright-core'

/** From now on knows what the page waits for. What it gives resolves once that is nothing. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => request.resourceType() !== 'eventsource' && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    const end = Date.now() + 60_000
    // Twice quiet: what a page asks for first is often the rest of itself.
    for (let quiet = 0; quiet < 2; quiet = open.size > 0 ? 0 : quiet + 1) {
      await page.evaluate(twoFrames)
      // Where a part of the browser has died, nobody tells how its requests ended.
      if (Date.now() > end)
        throw new Error(`Still open after a minute: ${[...open].map((each) => each.url()).join(', ')}`)
    }
  }
}

/** For `page.evaluate`: until what has been done is on the screen. */
export const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
