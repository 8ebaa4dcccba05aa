import { statSync } from 'node:fs'
import { withFileInLibrary } from '../images/open-file-in-library.ts'
import { type FileToAnalyse, findFileToAnalyse } from '../store/book/find-file-to-analyse.ts'
import type { Queryable } from '../store/open.ts'
import { WorkerLostError } from '../tasks/task-kind.ts'
import type { AnalysedFile } from './analysed-file.ts'
import { hashBookFile } from './read-book-file.ts'

/**
 * A file that kills its worker, or fails every time, is treated as a bad file like any other: an error is recorded, and
 * its analysis ends. Undefined when there is no such book.
 */
export async function describeUnreadableBook(
  db: Queryable,
  bookId: number,
  error: unknown,
): Promise<AnalysedFile | undefined> {
  const book = await findFileToAnalyse(db, bookId)
  if (!book) return undefined
  const message =
    error instanceof WorkerLostError
      ? `The file couldn’t be read: the analysis was aborted ${error.times} times.`
      : 'The file couldn’t be read. See the log for the reason.'
  const { size, mtime, inode } = book
  const identity =
    error instanceof WorkerLostError ? await identityOf(book) : { hash: book.isAnalysed ? book.hash : '' }
  return {
    book,
    read: { size, mtime, inode, syncHash: '', ...identity, publication: undefined, cover: null, problems: [] },
    metadata: {},
    cover: undefined,
    problems: [{ type: 'other', message }],
  }
}

/**
 * A file that kills its worker isn't retried until it changes, so its identity must be stored. Without a hash, as after
 * an error that may have another cause, the next scan queues it again.
 */
async function identityOf(book: FileToAnalyse): Promise<{ hash: string; syncHash?: string }> {
  const known = { hash: book.hash }
  return withFileInLibrary({ path: book.file, root: book.root }, async (path) => {
    const stats = statSync(path)
    const isSame = stats.size === book.size && Math.trunc(stats.mtimeMs) === book.mtime
    return isSame ? hashBookFile(path, book.size, book.hash || undefined) : known
  }).catch(() => known)
}
