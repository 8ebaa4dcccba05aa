import { setPreference, usePreference } from './preferences.ts'

const key = 'search.recent'
const max = 8

/** The viewer's latest searches, newest first; stored with the account. */
export function useRecentSearches(): { recent: string[]; remember: (text: string) => void; forget: () => void } {
  const [kept] = usePreference<string[]>(key, [])
  const recent = Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, max) : []
  const remember = (text: string) => {
    const asked = text.trim().slice(0, 200)
    if (asked === '' || recent[0] === asked) return
    void setPreference(key, [asked, ...recent.filter((each) => each !== asked)].slice(0, max))
  }
  return { recent, remember, forget: () => void setPreference(key, undefined) }
}
