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

export function timeLeft(minutes: number): string {
  if (minutes < 90) return t('progress.minutesLeft', { count: Math.max(1, Math.round(minutes)) })
  return t('progress.hoursLeft', { count: Math.round(minutes / 60) })
}

const listSeparators: Readonly<Record<string, string>> = { ar: '، ', ja: '、', 'zh-Hans': '、', 'zh-Hant': '、' }

/** The comma of the person's language, for lists whose parts are more than text. */
export const listSeparator = (): string => listSeparators[currentLanguage()] ?? ', '

/** “One, two, three”. */
export const joinList = (parts: readonly (string | number)[]): string => parts.join(listSeparator())

/** The language's own name of a BCP 47 tag, or the tag itself where the browser knows none. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(currentLanguage(), { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
