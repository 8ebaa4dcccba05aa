import { FIRST_SEEN, SITTING_MS } from './session-statements.ts'
import type { ReadingSession } from './split-at-midnight.ts'

export interface StoredSession {
  book_id: number
  started_at: number
  ended_at: number
  from_page: number
  to_page: number
}

/**
 * Sessions with the pages that were read in them for the first time in a sitting: apps that report the same reading, or
 * positions a few pages apart, and leafing back and forth, do not multiply pages. Whoever finishes a book and begins
 * it again reads them anew.
 */
export function countPagesOnce(
  sessions: readonly StoredSession[],
  completions: readonly { book_id: number; completed_at: number }[],
): ReadingSession[] {
  const finished = Map.groupBy(completions, ({ book_id }) => book_id)
  return [...Map.groupBy(sessions, ({ book_id }) => book_id)].flatMap(([bookId, ofBook]) => {
    const ends = (finished.get(bookId) ?? []).map(({ completed_at }) => completed_at)
    const ordered = ofBook.toSorted((a, b) => a.started_at - b.started_at || a.ended_at - b.ended_at)
    let known: Stretch[] = []
    let [last, lastEnd] = [-Infinity, -Infinity]
    return ordered.map(({ started_at, ended_at, from_page, to_page }) => {
      const isReadAnew = from_page <= FIRST_SEEN && ends.some((end) => end > last && end <= started_at)
      if (isReadAnew || started_at - lastEnd >= SITTING_MS) known = []
      const stretch = { from: from_page, to: Math.max(from_page, to_page) }
      const pages = known.reduce((left, other) => left - common(stretch, other), stretch.to - stretch.from)
      known = joined(known, stretch)
      last = started_at
      lastEnd = Math.max(lastEnd, ended_at)
      return { started_at, ended_at, pages }
    })
  })
}

/** The pages behind `from`, up to and with `to`. */
interface Stretch {
  from: number
  to: number
}

const common = (one: Stretch, other: Stretch): number =>
  Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from))

/** Stretches that do not overlap. */
function joined(known: readonly Stretch[], added: Stretch): Stretch[] {
  const touching = known.filter(({ from, to }) => from <= added.to && to >= added.from)
  const from = Math.min(added.from, ...touching.map((one) => one.from))
  const to = Math.max(added.to, ...touching.map((one) => one.to))
  return [...known.filter((one) => !touching.includes(one)), { from, to }]
}
