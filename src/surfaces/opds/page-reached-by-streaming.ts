import { defineCache, type HasCaches } from '../../store/cache/caches.ts'
import { NO_REVISION } from '../../store/cache/revision-cache.ts'

interface Sitting {
  page: number
  at: number
}

/**
 * The progress of a user whose app requests page after page: the page reached with this request, or undefined while
 * nothing shows that the user has read on.
 *
 * Apps prefetch pages, in bursts, and thumbnails of pages anywhere in the book. Only a request after a pause is a page
 * turn, and moves the reader by one, however far ahead the requested page is.
 */
export function pageReachedByStreaming(
  owner: HasCaches,
  who: string,
  page: number,
  storedPage: number | undefined,
  time = Date.now(),
): number | undefined {
  const sittings = sittingsCache(owner)
  const known = sittings.get(who, NO_REVISION)
  if (!known || time - known.at > SITTING_MS) {
    const from = storedPage ?? 0
    const isNext = page > from && page <= from + MAX_TURNED
    sittings.set(who, NO_REVISION, { page: isNext ? page : from, at: time })
    return isNext ? page : undefined
  }
  const isTurn = time - known.at >= TURN_MS && page > known.page
  const reached = page <= known.page + MAX_TURNED ? page : known.page + 1
  sittings.set(who, NO_REVISION, { page: isTurn ? reached : known.page, at: time })
  return isTurn ? reached : undefined
}

const sittingsCache = defineCache<string, Sitting>('streamed_readings', { maxEntries: 5000 })

const SITTING_MS = 30 * 60_000
/** Nobody reads a page in less time; an app that prefetches takes less. */
const TURN_MS = 1500
/** A spread. */
const MAX_TURNED = 2
