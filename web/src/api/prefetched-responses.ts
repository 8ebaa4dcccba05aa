/** What `boot.js` asked for while the app was still on its way, by address. Each answer is taken once. */
const early: Record<string, Promise<Response>> = (globalThis as { lecternEarly?: Record<string, Promise<Response>> })
  .lecternEarly ?? {}

/** Old answers are wrong answers: whoever asks later asks the server. */
const goodFor = 30_000

/** Nothing where it was not asked for, where it failed, and for another person than it was asked for. */
export async function takePrefetchedResponse(url: string): Promise<Response | undefined> {
  const asked = early[url]
  if (!asked) return
  delete early[url]
  if (performance.now() > goodFor) return
  const response = await asked.catch(() => undefined)
  return response && (response.ok || url.endsWith('/auth/me')) ? response : undefined
}

export function dropPrefetchedResponses() {
  for (const url of Object.keys(early)) delete early[url]
}
