import type { Book } from '../api/types.ts'
import { thisDevice } from './this-device.ts'
import { useSavedPosition } from './use-saved-position.ts'

/** The place in a book of pictures is its page. */
export function useSavedPage(book: Book, page: number | undefined, incognito: boolean) {
  const total = book.pageCount
  useSavedPosition(book, page, incognito, (currentPage, now) => ({
    position: { currentPage, progressPercentage: currentPage / total, completed: currentPage >= total },
    path: '/progress',
    body: { currentPage, updatedAt: now, device: thisDevice().name },
  }))
}
