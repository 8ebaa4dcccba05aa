/** A page that was reached, and when. */
export type PageTurn = { page: number; at: number }
type WithTurn = { turn?: PageTurn }

/** What must be kept of earlier page turns of a book once there is a newer one, oldest first. */
export function compactPageTurns<T extends WithTurn>(earlier: readonly T[], newest: T): T[] {
  const kept = earlier.slice(-MAX_TURNS)
  const [before, last] = [kept.at(-2)?.turn, kept.at(-1)?.turn]
  const next = newest.turn
  if (before && last && next && isOneWay(before, last, next)) kept.pop()
  return kept
}

/** Without the turn in the middle the server comes to the same sum: it counts so many pages in one step. */
function isOneWay(from: PageTurn, middle: PageTurn, to: PageTurn): boolean {
  const isOnward = from.page <= middle.page && middle.page <= to.page && to.page - from.page <= PAGES_IN_ONE_STEP
  const wasRead = (one: PageTurn, other: PageTurn) => other.at - one.at >= (other.page - one.page) * PAGE_MS
  return isOnward && to.at - from.at < SAME_SITTING_MS && wasRead(from, middle) && wasRead(middle, to)
}

// As in the server's `sessionStatements`, with some room.
const PAGES_IN_ONE_STEP = 5
const PAGE_MS = 500
const SAME_SITTING_MS = 20 * 60_000
/** Of one book: two thousand pages, in at most a quarter of a megabyte. */
const MAX_TURNS = 400
