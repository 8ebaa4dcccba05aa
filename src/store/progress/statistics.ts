import { sql } from 'kysely'
import type { Queryable } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

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
 * A user's reading since then. Days are in the user's time zone. Books that were hidden from them since don't count;
 * books whose files are gone do, because they were read all the same.
 */
export async function readReadingStatistics(
  db: Queryable,
  viewer: Viewer,
  { since, timeZone, now }: { since: number; timeZone: string; now: number },
): Promise<ReadingStatistics> {
  const { sees } = viewer
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
      .select(['started_at', 'ended_at', 'from_page', 'to_page'])
      .where('user_id', '=', viewer.userId)
      .where('started_at', '>=', since)
      .$if(!sees.everything, (query) => query.where(isOpen))
      .execute(),
    db.query
      .selectFrom('completion')
      .select('completed_at')
      .where('user_id', '=', viewer.userId)
      .where('completed_at', '>=', since)
      .$if(!sees.everything, (query) => query.where(isOpen))
      .execute(),
  ])
  const dayOf = dayIn(timeZone)
  const days = new Map<string, Day>()
  const at = (time: number): Day => {
    const date = dayOf(time)
    const known = days.get(date) ?? { date, pages: 0, ms: 0, completed: 0 }
    days.set(date, known)
    return known
  }
  for (const session of sessions) {
    const day = at(session.started_at)
    day.pages += Math.max(0, session.to_page - session.from_page)
    day.ms += Math.max(0, session.ended_at - session.started_at)
  }
  for (const { completed_at } of completions) at(completed_at).completed++
  const ordered = [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
  const booksWith = (done: number) => states.find((state) => state.done === done)?.books ?? 0
  return {
    booksCompleted: booksWith(1),
    booksInProgress: booksWith(0),
    pagesRead: sum(ordered, 'pages'),
    minutesRead: minutes(sum(ordered, 'ms')),
    ...streaks(ordered, dayOf(now)),
    days: ordered.map(({ ms, ...day }) => ({ ...day, minutes: minutes(ms) })),
  }
}

/** Summed in milliseconds and rounded at the end: many short sessions would otherwise add up wrongly. */
type Day = Omit<ReadingDay, 'minutes'> & { ms: number }

const minutes = (ms: number): number => Math.round(ms / 60_000)

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

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

function dayIn(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (time) => format.format(time)
}
