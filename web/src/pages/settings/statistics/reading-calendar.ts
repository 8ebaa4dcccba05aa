export type ReadingDay = { date: string; pages: number; minutes: number; completed: number }

/** Weeks from the oldest to the current one, each of seven days from Monday; future days are undefined. */
export function calendarWeeks(today: string, days: ReadingDay[], weeks: number): (ReadingDay | undefined)[][] {
  const known = new Map(days.map((day) => [day.date, day]))
  const end = Date.parse(`${today}T00:00:00Z`)
  const weekday = (new Date(end).getUTCDay() + 6) % 7
  const monday = end - weekday * day
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => {
      const at = monday + ((week - weeks + 1) * 7 + index) * day
      if (at > end) return undefined
      const date = new Date(at).toISOString().slice(0, 10)
      return known.get(date) ?? { date, pages: 0, minutes: 0, completed: 0 }
    }),
  )
}

/** The first of a month, if it is in this week. */
export function firstOfMonthInWeek(week: (ReadingDay | undefined)[]): string | undefined {
  return week.find((each) => each?.date.endsWith('-01'))?.date
}

/** The shade of a day, 0 to 4: quarters of the maximum read on one day. */
export function calendarShade(pages: number, most: number): number {
  if (pages <= 0 || most <= 0) return 0
  return Math.min(4, Math.ceil((pages / most) * 4))
}

const day = 86_400_000
