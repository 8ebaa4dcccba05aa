import { type AnalysisSelection, findBooksToAnalyse } from '../store/book/find-books-to-analyse.ts'
import type { Db } from '../store/open.ts'
import type { Viewer } from '../store/viewer.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { analyseBookTask } from './tasks.ts'

/**
 * Queues these books for analysis, even if unchanged. In batches of a thousand, to keep transactions short. Returns
 * their number.
 */
export async function queueReanalysis(
  { db, tasks }: { db: Db; tasks: Tasks },
  viewer: Viewer,
  which: AnalysisSelection,
): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    const books = await findBooksToAnalyse(db, viewer, which, { after, limit: AT_ONCE })
    if (books.length === 0) break
    after = books.at(-1)!.id
    const requests = books.map((book) => ({ bookId: book.id, libraryId: book.libraryId, params: { force: true } }))
    await db.transaction((tx) => tasks.addIn(tx, analyseBookTask, requests))
    count += books.length
  }
  tasks.wake()
  return count
}

const AT_ONCE = 1000
