import { currentLanguage } from './t.ts'

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
