/**
 * UTC with milliseconds, as everywhere in the API. Our own code: a list has hundreds, and `toISOString` takes four
 * times as long.
 */
export function formatTimestamp(milliseconds: number): string {
  const day = Math.floor(milliseconds / DAY)
  let rest = milliseconds - day * DAY
  // Unusual values are left to `Date`.
  if (!Number.isInteger(rest)) return new Date(milliseconds).toISOString()
  const minute = Math.floor(rest / MINUTE)
  rest -= minute * MINUTE
  const second = Math.floor(rest / 1000)
  rest -= second * 1000
  // Joined, because `+` would leave it in parts, for which `JSON.stringify` takes twice as long.
  return [formatDay(day), minutesOfDay[minute]! + secondsOfMinute[second]!, millisecondsOfSecond[rest]].join('')
}

export const formatTimestampOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : formatTimestamp(milliseconds)

const DAY = 86_400_000
const MINUTE = 60_000
const digits = (value: number, length: number) => String(value).padStart(length, '0')
const table = (count: number, write: (value: number) => string) => Array.from({ length: count }, (_, at) => write(at))
const minutesOfDay = table(1440, (minute) => `T${digits(Math.floor(minute / 60), 2)}:${digits(minute % 60, 2)}:`)
const secondsOfMinute = table(60, (second) => `${digits(second, 2)}.`)
const millisecondsOfSecond = table(1000, (millisecond) => `${digits(millisecond, 3)}Z`)

/** A day always has the same date: computing it takes six times as long as this lookup. */
const dateCache = new Map<number, string>()
const MAX_DATES = 5000

/** 2004-05-01; `day` counts from 1970. */
export function formatDay(day: number): string {
  const known = dateCache.get(day)
  if (known !== undefined) return known
  const iso = new Date(day * DAY).toISOString()
  const date = iso.slice(0, iso.indexOf('T'))
  if (dateCache.size >= MAX_DATES) dateCache.clear()
  dateCache.set(day, date)
  return date
}
