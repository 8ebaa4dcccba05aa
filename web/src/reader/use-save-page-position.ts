import type { Book, BookPageInfo } from '../api/types.ts'
import { thisDevice } from './this-device.ts'
import { useSavePosition } from './use-save-position.ts'

/** The place in a book of pages, as a locator, which names the device: so this one is never asked whether to continue where it is itself. */
export function useSavePagePosition(book: Book, pages: BookPageInfo[], page: number, incognito: boolean, part = 0) {
  const total = Math.max(1, pages.length)
  // One number, so that the same place is not saved twice: how far into the page is its fraction.
  useSavePosition(book, page + Math.min(part, 0.999), incognito, (position, now) => {
    const currentPage = Math.floor(position)
    const progressPercentage = currentPage / total
    const locator = {
      href: pages[currentPage - 1]?.fileName ?? String(currentPage),
      type: pages[currentPage - 1]?.mediaType ?? 'image/jpeg',
      locations: { position: currentPage, progression: position - currentPage, totalProgression: progressPercentage },
    }
    return {
      position: { currentPage, progressPercentage, completed: currentPage >= total },
      path: '/progression',
      body: { modified: now, device: thisDevice(), locator },
    }
  })
}
