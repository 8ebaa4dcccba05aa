export interface ReadingSession {
  started_at: number
  ended_at: number
  pages: number
}

/**
 * A session past midnight belongs to both days: its time exactly, its pages in proportion. One of many days is an import
 * or of a device that was synced late; what is left of it after a month counts on its last day.
 */
export function splitAtMidnight(
  { started_at, ended_at, pages }: ReadingSession,
  dayOf: (time: number) => string,
): { date: string; pages: number; ms: number }[] {
  const whole = Math.max(0, ended_at - started_at)
  const last = dayOf(started_at + whole)
  const parts = []
  let [start, counted] = [started_at, 0]
  while (dayOf(start) !== last && parts.length < MAX_DAYS) {
    const end = firstTimeOfNextDay(start, dayOf)
    const untilThen = Math.round((pages * (end - started_at)) / whole)
    parts.push({ date: dayOf(start), pages: untilThen - counted, ms: end - start })
    start = end
    counted = untilThen
  }
  return [...parts, { date: last, pages: pages - counted, ms: started_at + whole - start }]
}

/** Days are 22 to 26 hours long. */
function firstTimeOfNextDay(time: number, dayOf: (time: number) => string): number {
  let [before, after] = [Math.floor(time / QUARTER_MS), Math.ceil((time + 26 * 3_600_000) / QUARTER_MS)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayOf(middle * QUARTER_MS) === dayOf(time)) before = middle
    else after = middle
  }
  return after * QUARTER_MS
}

const MAX_DAYS = 31

/** In every time zone days begin at a full quarter of an hour. */
const QUARTER_MS = 15 * 60_000

/** The date in a time zone; formatting one takes longer than all the rest. */
export function dayIn(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const days = new Map<number, string>()
  return (time) => {
    const quarter = Math.floor(time / QUARTER_MS)
    const day = days.get(quarter) ?? format.format(time)
    days.set(quarter, day)
    return day
  }
}
