import type { Book } from '../api/types.ts'

export type BookToContinue = { book: Book; verb: 'read' | 'continue' | 'again' }

/**
 * The book to continue with: the one last opened and unfinished, else the first unread, else the first again. Skips
 * books that can't be opened.
 */
export function findBookToContinue(all: Book[]): BookToContinue | undefined {
  const books = all.filter((book) => !book.analysisError || book.pageCount > 0)
  const begun = books
    .filter((book) => book.readProgress && !book.readProgress.completed)
    .sort((a, b) => (b.readProgress?.updatedAt ?? '').localeCompare(a.readProgress?.updatedAt ?? ''))[0]
  if (begun) return { book: begun, verb: 'continue' }
  const unread = books.find((book) => !book.readProgress?.completed)
  const [first] = books
  if (unread) return { book: unread, verb: unread === first ? 'read' : 'continue' }
  return first && { book: first, verb: 'again' }
}
