import { dropPrefetchedResponses } from './prefetched-responses.ts'

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
