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

const key = 'lectern-frame'
type Frame = { folded?: boolean; rows?: string[] }

/** The rows of the home page that had something on them when it was last seen here. */
export const homeRowsOfLastVisit: string[] | undefined = readFrame().rows

function readFrame(): Frame {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

/** How the frame looked last, for the shell that `boot.js` shows before the app is there. */
export function saveFrameForBoot(part: Frame) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readFrame(), ...part }))
  } catch {
    // Without it the next visit begins with an empty page, as the first one did.
  }
}

export function clearSavedFrame() {
  dropPrefetchedResponses()
  localStorage.removeItem(key)
}
