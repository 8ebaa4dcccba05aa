import { setPreference, usePreference } from './preferences.ts'

const key = 'search.recent'
const max = 8

/** The viewer's latest searches, newest first; stored with the account. */
export function useRecentSearches(): { recent: string[]; remember: (text: string) => void; forget: () => void } {
  const [stored] = usePreference<string[]>(key, [])
  const recent = Array.isArray(stored) ? stored.filter((each) => typeof each === 'string').slice(0, max) : []
  const remember = (text: string) => {
    const query = text.trim().slice(0, 200)
    if (query === '' || recent[0] === query) return
    void setPreference(key, [query, ...recent.filter((each) => each !== query)].slice(0, max))
  }
  return { recent, remember, forget: () => void setPreference(key, undefined) }
}
