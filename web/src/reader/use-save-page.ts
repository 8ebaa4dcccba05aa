import type { Book, BookPage } from '../api/types.ts'
import { thisDevice } from './this-device.ts'
import { useSavePosition } from './use-save-position.ts'

/** The place in a book of pages, as a locator, which names the device: so this one is never asked whether to continue where it is itself. */
export function useSavePage(book: Book, pages: BookPage[], page: number, incognito: boolean) {
  const total = Math.max(1, pages.length)
  useSavePosition(book, page, incognito, (currentPage, now) => {
    const progressPercentage = currentPage / total
    const locator = {
      href: pages[currentPage - 1]?.fileName ?? String(currentPage),
      type: pages[currentPage - 1]?.mediaType ?? 'image/jpeg',
      locations: { position: currentPage, progression: 0, totalProgression: progressPercentage },
    }
    return {
      position: { currentPage, progressPercentage, completed: currentPage >= total },
      path: '/progression',
      body: { modified: now, device: thisDevice(), locator },
    }
  })
}
