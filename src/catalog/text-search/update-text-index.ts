import { setTimeout as sleep } from 'node:timers/promises'
import { FormatError } from '../../formats/errors.ts'
import type { ReadingThreadPool } from '../../formats/isolate/reading-thread-pool.ts'
import { readBookTextInThread } from '../../formats/isolate/reading-thread-requests.ts'
import type { Limits } from '../../formats/limits.ts'
import { withFileInLibrary } from '../../images/open-file-in-library.ts'
import {
  type BookToIndex,
  countBooksToIndex,
  findBookToIndex,
  findIndexedBookIds,
  hasTextBooksToAnalyse,
  isTextSearchEnabled,
} from '../../store/book-text/books-to-index.ts'
import { splitIntoPassages } from '../../store/book-text/passages.ts'
import { deleteBookText, type IndexedSize, recordBookTextIndexed, writePassages } from '../../store/book-text/write.ts'
import type { Db } from '../../store/open.ts'
import { hasDueTasks } from '../../store/task/due-tasks.ts'
import { PermanentTaskError, type TaskContext, type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'
import { indexTextTask } from './index-text-task.ts'

export interface TextIndexDeps {
  db: Db
  threads: ReadingThreadPool
  limits: Limits
  /** Task types that read files for waiting users: indexing text comes after them. */
  before: readonly string[]
}

export interface IndexOutcome {
  indexed: number
  failed: number
  /** Books whose file couldn't be reached; the next scan tries again. */
  skipped: number
  removed: number
}

export function indexTextHandler(deps: TextIndexDeps): TaskHandler {
  return taskHandler(indexTextTask, 'text', (task, context) => updateTextIndex(deps, task.libraryId ?? 0, context))
}

/**
 * Book by book. Each result is stored at once, so that it continues there after a stop, and a second run finds nothing
 * to do.
 */
export async function updateTextIndex(
  deps: TextIndexDeps,
  libraryId: number,
  { signal, progress, gotFurther }: Pick<TaskContext, 'signal' | 'progress' | 'gotFurther'>,
): Promise<IndexOutcome> {
  const outcome: IndexOutcome = { indexed: 0, failed: 0, skipped: 0, removed: 0 }
  const total = await countBooksToIndex(deps.db, libraryId)
  let done = 0
  let hasWaited = false
  for (let after = 0; ; ) {
    // First the wait, then the query: in the other order a book that is analysed between the two would be missed.
    const wait = await waitForOtherTasks(deps, signal)
    hasWaited ||= wait !== 'none'
    signal.throwIfAborted()
    const isWanted = await isTextSearchEnabled(deps.db, libraryId)
    if (isWanted === undefined) throw new PermanentTaskError('The library no longer exists.')
    if (!isWanted) return { ...outcome, removed: await removeIndex(deps.db, libraryId, signal) }
    const book = await findBookToIndex(deps.db, libraryId, after)
    if (book) {
      after = book.id
      const result = await indexBook(deps, book, signal)
      if (result !== 'skipped') await gotFurther()
      outcome[result]++
      progress(++done, Math.max(done, total), null, outcome)
    } else if (after > 0 && hasWaited) {
      // Books analysed meanwhile may come before this position.
      after = 0
      hasWaited = false
      outcome.skipped = 0
    } else if (wait !== 'too long' || !(await hasTextBooksToAnalyse(deps.db, libraryId))) {
      return outcome
    }
  }
}

/** Lets scans and analyses run first, for a while. */
async function waitForOtherTasks(
  { db, before }: TextIndexDeps,
  signal: AbortSignal,
): Promise<'none' | 'some' | 'too long'> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += WAIT_MS) {
    if (!(await hasDueTasks(db, before))) return waited > 0 ? 'some' : 'none'
    await sleep(WAIT_MS, undefined, { signal })
  }
  return 'too long'
}

const WAIT_MS = 500
const MAX_WAIT_MS = 60_000

async function indexBook(
  { db, threads, limits }: TextIndexDeps,
  book: BookToIndex,
  signal: AbortSignal,
): Promise<'indexed' | 'failed' | 'skipped'> {
  const read = await withFileInLibrary(book.file, (path) =>
    readBookTextInThread(threads, path, { limits, password: book.file.password, signal }),
  ).catch((error: unknown) => (error instanceof FormatError ? ('failed' as const) : ('skipped' as const)))
  signal.throwIfAborted()
  if (read === 'skipped') return read
  try {
    await db.transaction((tx) => deleteBookText(tx, book.id))
    const size: IndexedSize = { passages: 0, words: 0, bytes: 0 }
    if (read !== 'failed') {
      for (const passages of inBites(read.flatMap(splitIntoPassages))) {
        signal.throwIfAborted()
        const first = size.passages
        const written = await db.transaction((tx) => writePassages(tx, db.kind, book.id, first, passages))
        size.passages += written.passages
        size.words += written.words
        size.bytes += written.bytes
      }
    }
    const result = read === 'failed' ? 'failed' : 'indexed'
    await db.transaction((tx) => recordBookTextIndexed(tx, book, result, size))
    return result
  } catch (error) {
    // The book was removed while it was read.
    if (/foreign key/i.test((error as Error).message)) return 'skipped'
    throw error
  }
}

/** A few at a time: other writers need their turn. */
function* inBites<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BITE) yield all.slice(at, at + BITE)
}

const BITE = 8

const AT_ONCE = 50

async function removeIndex(db: Db, libraryId: number, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (;;) {
    const books = await findIndexedBookIds(db, libraryId, AT_ONCE)
    if (books.length === 0) return removed
    for (const id of books) {
      signal.throwIfAborted()
      await db.transaction((tx) => deleteBookText(tx, id))
      removed++
    }
  }
}
