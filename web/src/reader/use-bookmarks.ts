import { usePreference } from '../api/preferences.ts'

export type Bookmark<Place> = { place: Place; label: string; at: string }

const none: never[] = []

/** Bookmarks of one book, kept with the account. */
export function useBookmarks<Place>(bookId: string, same: (a: Place, b: Place) => boolean) {
  const [bookmarks, setBookmarks] = usePreference<Bookmark<Place>[]>(`bookmarks.${bookId}`, none)
  const has = (place: Place) => bookmarks.some((each) => same(each.place, place))
  const remove = (place: Place) => {
    const left = bookmarks.filter((each) => !same(each.place, place))
    setBookmarks(left.length > 0 ? left : undefined)
  }
  /** True when there is one now. */
  const toggle = (place: Place, label: string): boolean => {
    if (has(place)) {
      remove(place)
      return false
    }
    setBookmarks([...bookmarks, { place, label, at: new Date().toISOString() }])
    return true
  }
  return { bookmarks, has, toggle, remove }
}
