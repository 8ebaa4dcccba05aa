import type { Book } from '../api/types.ts'
import { thisDevice } from './this-device.ts'
import { useSavePosition } from './use-save-position.ts'

/** The place in a book of pictures is its page. */
export function useSavePage(book: Book, page: number | undefined, incognito: boolean) {
  const total = book.pageCount
  useSavePosition(book, page, incognito, (currentPage, now) => ({
    position: { currentPage, progressPercentage: currentPage / total, completed: currentPage >= total },
    path: '/progress',
    body: { currentPage, updatedAt: now, device: thisDevice().name },
  }))
}
