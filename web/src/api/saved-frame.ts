import { dropPrefetchedResponses } from './prefetched-responses.ts'

const key = 'lectern-frame'
type Frame = { folded?: boolean; rows?: string[] }

/** The rows of the home page that had items at the last visit in this browser. */
export const homeRowsOfLastVisit: string[] | undefined = readFrame().rows

function readFrame(): Frame {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

/** Stores how the frame looks, for the shell that `boot.js` shows while the app loads. */
export function saveFrameForBoot(part: Frame) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readFrame(), ...part }))
  } catch {
    // Without it the next visit starts with an empty page, like the first one.
  }
}

export function clearSavedFrame() {
  dropPrefetchedResponses()
  localStorage.removeItem(key)
}
