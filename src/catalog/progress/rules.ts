import { invalid } from '../../contract/problems.ts'

export interface ProgressUpdate {
  currentPage: number
  progressPercentage?: number | null
  completed?: boolean
}

/** Where a book counts as read: the last page, or so near the end that only adverts follow. */
const DONE_FROM = 0.98

/** What a reader's words mean for this book: the last page or 98 % completes, an explicit word is obeyed. */
export function resolveProgress(
  said: ProgressUpdate,
  pageCount: number,
): { page: number; percentage: number | null; done: boolean } {
  const page = said.currentPage
  if (page < 1 || (pageCount > 0 && page > pageCount)) {
    throw invalid([{ path: 'currentPage', message: `must be between 1 and ${pageCount}` }])
  }
  const percentage = said.progressPercentage ?? (pageCount > 0 ? page / pageCount : null)
  const reachedEnd = (pageCount > 0 && page >= pageCount) || (percentage !== null && percentage >= DONE_FROM)
  return { page, percentage, done: said.completed ?? reachedEnd }
}

/** An offline client's clock may run ahead: a time to come would block every later write. */
export const timeOf = (said: number | undefined, now: number): number => Math.min(said ?? now, now)
