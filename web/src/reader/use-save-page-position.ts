import type { Book, BookPageInfo } from '../api/types.ts'
import { thisDevice } from './this-device.ts'
import { useSavePosition } from './use-save-position.ts'

/**
 * Saves the position in a book with pages, as a locator with the device: so this device is never asked whether to
 * continue at its own position. `part`: how far into the page, for scrolled pages.
 */
export function useSavePagePosition(
  book: Book,
  pages: BookPageInfo[],
  page: number,
  incognito: boolean,
  part?: number,
) {
  // A single number, so that the same position isn't saved twice: the fraction is how far into the page.
  useSavePosition(book, page + Math.min(part ?? 0, endOfPage), incognito, (at, now) => {
    const position = progressAtPage(at, pages.length, part !== undefined)
    const { currentPage, progressPercentage, completed } = position
    const locator = {
      href: pages[currentPage - 1]?.fileName ?? String(currentPage),
      type: pages[currentPage - 1]?.mediaType ?? 'image/jpeg',
      locations: { position: currentPage, progression: at - currentPage, totalProgression: progressPercentage },
    }
    return { position, path: '/progression', body: { modified: now, device: thisDevice(), locator, completed } }
  })
}

const endOfPage = 0.999

/** A page counts as read once it is shown, a scrolled strip once its end is. `at`: the page and how far into it. */
export function progressAtPage(at: number, pageCount: number, isScrolled: boolean) {
  const total = Math.max(1, pageCount)
  const currentPage = Math.floor(at)
  const isRead = !isScrolled || at - currentPage > endOfPage - 0.0001
  return {
    currentPage,
    progressPercentage: (isRead ? currentPage : at - 1) / total,
    completed: isRead && currentPage >= total,
  }
}
