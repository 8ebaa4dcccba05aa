/** Requests that `boot.js` sent while the app was loading, by URL. Each response is used once. */
const early: Record<string, Promise<Response>> = (globalThis as { lecternEarly?: Record<string, Promise<Response>> })
  .lecternEarly ?? {}

/** Milliseconds after page load in which a prefetched response may be used; later it may be outdated. */
const goodFor = 30_000

/** Undefined if the URL wasn't prefetched, the request failed or another user signed in since. */
export async function takePrefetchedResponse(url: string): Promise<Response | undefined> {
  const request = early[url]
  if (!request) return
  delete early[url]
  if (performance.now() > goodFor) return
  const response = await request.catch(() => undefined)
  return response && (response.ok || url.endsWith('/auth/me')) ? response : undefined
}

export function dropPrefetchedResponses() {
  for (const url of Object.keys(early)) delete early[url]
}
