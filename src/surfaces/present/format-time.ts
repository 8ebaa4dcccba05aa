/**
 * UTC with milliseconds, as everywhere in the API. Our own code: a list has hundreds, and `toISOString` takes four
 * times as long.
 */
export function formatTimestamp(milliseconds: number): string {
  const day = Math.floor(milliseconds / DAY)
  let rest = milliseconds - day * DAY
  // Unusual values are left to `Date`.
  if (!Number.isInteger(rest)) return new Date(milliseconds).toISOString()
  const hours = Math.floor(rest / HOUR)
  rest -= hours * HOUR
  const minutes = Math.floor(rest / MINUTE)
  rest -= minutes * MINUTE
  const seconds = Math.floor(rest / 1000)
  rest -= seconds * 1000
  return `${formatDay(day)}T${two[hours]}:${two[minutes]}:${two[seconds]}.${three[rest]}Z`
}

export const formatTimestampOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : formatTimestamp(milliseconds)

const DAY = 86_400_000
const HOUR = 3_600_000
const MINUTE = 60_000
const digits = (count: number, length: number) =>
  Array.from({ length: count }, (_, value) => String(value).padStart(length, '0'))
const two = digits(60, 2)
const three = digits(1000, 3)

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
