import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { showProblem, showToast } from '../api/show-message.ts'
import type { Bookmark } from '../api/types.ts'
import { t } from '../messages/t.ts'

const bookmarksQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['bookmarks', bookId],
    queryFn: ({ signal }) => api.get<Bookmark[]>(`/books/${bookId}/bookmarks`, { signal }),
  })

export type BookmarkTarget = Pick<Bookmark, 'page' | 'locator'>

/** The bookmarks of a book. `isHere` returns whether a bookmark is on the current screen. */
export function useBookmarks(bookId: string, isHere: (bookmark: Bookmark) => boolean) {
  const { data: bookmarks = [] } = useQuery(bookmarksQuery(bookId))
  const here = bookmarks.filter(isHere)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['bookmarks', bookId] })
  const remove = async (ids: string[]) => {
    queryClient.setQueryData(bookmarksQuery(bookId).queryKey, (all) => all?.filter((each) => !ids.includes(each.id)))
    for (const id of ids) await api.delete(`/books/${bookId}/bookmarks/${id}`).catch(showProblem)
    await refresh()
  }
  /**
   * Adds a bookmark, or removes those on the current screen, and shows a message. `page`: the label of the position.
   */
  const toggle = (place: Partial<BookmarkTarget>, page: number) => {
    if (here.length > 0) {
      void remove(here.map((each) => each.id))
      return showToast({ message: t('reader.unbookmarked') })
    }
    void api.post(`/books/${bookId}/bookmarks`, { body: place }).then(refresh, showProblem)
    showToast({ message: t('reader.bookmarked', { page }) })
  }
  return { bookmarks, marked: here.length > 0, toggle, remove: (id: string) => void remove([id]) }
}
