import { currentLanguage } from '../../../messages/t.ts'

/** 0 is Sunday. */
export function weekdayName(day: number): string {
  // The fourth of January 1970 was a Sunday.
  return new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, 0, 4 + day)),
  )
}
