import { sql } from 'kysely'
import type { Queryable } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import { countPagesOnce } from './count-pages-once.ts'
import { dayIn, type ReadingSession, splitAtMidnight } from './split-at-midnight.ts'

export interface ReadingDay {
  date: string
  pages: number
  minutes: number
  completed: number
}

export interface ReadingStatistics {
  booksCompleted: number
  booksInProgress: number
  pagesRead: number
  minutesRead: number
  currentStreakDays: number
  longestStreakDays: number
  days: ReadingDay[]
}

/**
 * A user's reading of the last days, today included. Days are in the user's time zone. Books that were hidden from them
 * since don't count; books whose files are gone do, because they were read all the same.
 */
export async function readReadingStatistics(
  db: Queryable,
  viewer: Viewer,
  { days: count, timeZone, now }: { days: number; timeZone: string; now: number },
): Promise<ReadingStatistics> {
  const { sees } = viewer
  const dayOf = dayIn(timeZone)
  const today = dayOf(now)
  const firstDay = new Date(Date.parse(today) - (count - 1) * DAY_MS).toISOString().slice(0, 10)
  // Some days begin an hour earlier or later, and a session may have begun the day before.
  const since = now - (count + 1) * DAY_MS
  // Uses the class of its series: a missing book has none.
  const isOpen = sql<boolean>`exists (select 1 from book b join series s on s.id = b.series_id
    where b.id = book_id and ${visibilityCondition(db.kind, sees, 's.class')})`
  const [states, sessions, completions] = await Promise.all([
    db.query
      .selectFrom('progress')
      .select((eb) => ['done', eb.fn.countAll<number>().as('books')])
      .where('user_id', '=', viewer.userId)
      .$if(!sees.everything, (query) => query.where(isOpen))
      .groupBy('done')
      .execute(),
    db.query
      .selectFrom('reading_session')
      .select(['book_id', 'started_at', 'ended_at', 'from_page', 'to_page'])
      .where('user_id', '=', viewer.userId)
      .where('started_at', '>=', since)
      .$if(!sees.everything, (query) => query.where(isOpen))
      .execute(),
    db.query
      .selectFrom('completion')
      .select(['book_id', 'completed_at'])
      .where('user_id', '=', viewer.userId)
      .where('completed_at', '>=', since)
      .$if(!sees.everything, (query) => query.where(isOpen))
      .execute(),
  ])
  // On a day when books were only opened or leafed through, nothing was read. Days to come are from a wrong clock.
  const ordered = sumByDay(countPagesOnce(sessions, completions), completions, dayOf).filter(
    ({ date, pages, ms, completed }) => date >= firstDay && date <= today && pages + minutes(ms) + completed > 0,
  )
  const booksWith = (done: number) => states.find((state) => state.done === done)?.books ?? 0
  return {
    booksCompleted: booksWith(1),
    booksInProgress: booksWith(0),
    pagesRead: sum(ordered, 'pages'),
    minutesRead: minutes(sum(ordered, 'ms')),
    ...streaks(ordered, today),
    days: ordered.map(({ ms, ...day }) => ({ ...day, minutes: minutes(ms) })),
  }
}

/** Summed in milliseconds and rounded at the end: many short sessions would otherwise add up wrongly. */
type Day = Omit<ReadingDay, 'minutes'> & { ms: number }

function sumByDay(
  sessions: readonly ReadingSession[],
  completions: readonly { book_id: number; completed_at: number }[],
  dayOf: (time: number) => string,
): Day[] {
  const days = new Map<string, Day>()
  const at = (date: string): Day => {
    const known = days.get(date) ?? { date, pages: 0, ms: 0, completed: 0 }
    days.set(date, known)
    return known
  }
  for (const session of sessions) {
    for (const { date, pages, ms } of splitAtMidnight(session, dayOf)) {
      const day = at(date)
      day.pages += pages
      // Devices count their time themselves, and imports may overlap.
      day.ms = Math.min(DAY_MS, day.ms + ms)
    }
  }
  // Marked as read and unread by turns, a book is still finished only once a day.
  const counted = new Set<string>()
  for (const { book_id, completed_at } of completions) {
    const date = dayOf(completed_at)
    const key = `${date} ${book_id}`
    if (counted.has(key)) continue
    counted.add(key)
    at(date).completed++
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

const minutes = (ms: number): number => Math.round(ms / MINUTE_MS)

const sum = (days: readonly Day[], field: 'pages' | 'ms'): number => days.reduce((total, day) => total + day[field], 0)

/** Consecutive days with reading; the current streak isn't broken by a day that isn't over yet. */
function streaks(days: readonly Day[], today: string): { currentStreakDays: number; longestStreakDays: number } {
  let length = 0
  let longest = 0
  let last: string | undefined
  for (const { date } of days) {
    length = last !== undefined && daysBetween(last, date) === 1 ? length + 1 : 1
    longest = Math.max(longest, length)
    last = date
  }
  const isRunning = last !== undefined && daysBetween(last, today) <= 1
  return { currentStreakDays: isRunning ? length : 0, longestStreakDays: longest }
}

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
