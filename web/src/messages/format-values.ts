import { currentLanguage, t } from './t.ts'

export function percentText(fraction: number): string {
  return cachedFormatter(
    'percent',
    (it) => new Intl.NumberFormat(it, { style: 'percent', maximumFractionDigits: 0 }),
  ).format(fraction)
}

export function dateText(iso: string): string {
  return cachedFormatter('day', (it) => new Intl.DateTimeFormat(it, { dateStyle: 'medium' })).format(new Date(iso))
}

/** Making a formatter takes longer than drawing the row it is for. */
const formatters = new Map<string, unknown>()

function cachedFormatter<Formatter>(name: string, make: (language: string) => Formatter): Formatter {
  const key = `${currentLanguage()} ${name}`
  const found = (formatters.get(key) as Formatter | undefined) ?? make(currentLanguage())
  formatters.set(key, found)
  return found
}

export function dateAndTime(iso: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}

/** To the second, with the day only where it is not today. */
export function timeOfDay(iso: string, now = new Date()): string {
  const then = new Date(iso)
  const today = then.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: today ? undefined : 'short',
    timeStyle: 'medium',
  }).format(then)
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "yesterday", "3 hours ago" */
export function timeAgo(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000
  const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' })
  for (const [unit, length] of steps)
    if (Math.abs(seconds) >= length) return words.format(Math.round(seconds / length), unit)
  return words.format(0, 'second')
}

export function bytesText(size: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']
  const power = Math.min(units.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3))
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: units[power],
    unitDisplay: 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(size / 1000 ** power)
}

export function timeLeft(minutes: number): string {
  if (minutes < 90) return t('progress.minutesLeft', { count: Math.max(1, Math.round(minutes)) })
  return t('progress.hoursLeft', { count: Math.round(minutes / 60) })
}

/** The language's own name of a BCP 47 tag, or the tag itself where the browser knows none. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(currentLanguage(), { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
