import type { Book } from '../api/shapes.ts'
import { thisDevice } from './device.ts'
import { useSavedPlace } from './use-saved-place.ts'

/** The place in a book of pictures is its page. */
export function useSavedPage(book: Book, page: number | undefined, incognito: boolean) {
  const total = book.pageCount
  useSavedPlace(book, page, incognito, (currentPage, now) => ({
    place: { currentPage, progressPercentage: currentPage / total, completed: currentPage >= total },
    path: '/progress',
    body: { currentPage, updatedAt: now, device: thisDevice().name },
  }))
}
