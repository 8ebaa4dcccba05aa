import type { Book } from '../api/types.ts'

/** From 0 to 1; undefined if the book was never opened. */
export function bookProgressFraction(book: Book): number | undefined {
  const progress = book.readProgress
  if (!progress) return undefined
  if (progress.completed) return 1
  return progress.progressPercentage ?? (book.pageCount ? progress.currentPage / book.pageCount : 0)
}

/** Added within the last two weeks. */
export function isRecentlyAdded(added: string, now = Date.now()): boolean {
  return now - Date.parse(added) < 14 * 24 * 3600 * 1000
}

export function isBookRead(book: Book): boolean {
  return book.readProgress?.completed ?? false
}

/**
 * An estimate from common reading speeds: ten seconds for a comic page, ninety for a thousand compressed bytes of
 * prose.
 */
export function estimateMinutesLeft(book: Pick<Book, 'fileFormat' | 'pageCount' | 'readProgress'>): number {
  const left = book.pageCount - (book.readProgress?.currentPage ?? 1) + 1
  return (Math.max(1, left) * (book.fileFormat === 'epub' ? 90 : 10)) / 60
}
