import { keep } from '../../catalog/access/remember.ts'

/** How far somebody has read a book of which an app asks for page after page. */
export interface StreamedReading {
  /** The page that was reached with this request; undefined while nothing tells that anybody has read on. */
  reach(who: string, page: number, storedPage: number | undefined): number | undefined
}

interface Sitting {
  page: number
  at: number
}

/**
 * Apps fetch pages ahead, in bursts, and pictures of pages anywhere in the book. Only a request that comes after a pause is a
 * turn of a page, and moves the reader one on, however far ahead the page is that the app wants by then.
 */
export function openStreamedReading(now: () => number = Date.now): StreamedReading {
  const sittings = new Map<string, Sitting>()
  return {
    reach(who, page, storedPage) {
      const time = now()
      const known = sittings.get(who)
      if (!known || time - known.at > SITTING_MS) {
        const from = storedPage ?? 0
        const isNext = page > from && page <= from + MOST_TURNED
        keep(sittings, who, { page: isNext ? page : from, at: time }, MOST_SITTINGS)
        return isNext ? page : undefined
      }
      const pause = time - known.at
      known.at = time
      if (pause < TURN_MS || page <= known.page) return undefined
      known.page = page <= known.page + MOST_TURNED ? page : known.page + 1
      return known.page
    },
  }
}

const SITTING_MS = 30 * 60_000
/** Nobody reads a page in less; an app that fetches ahead takes less. */
const TURN_MS = 1500
/** A spread. */
const MOST_TURNED = 2
const MOST_SITTINGS = 5000
