import { setTimeout as sleep } from 'node:timers/promises'
import { FormatError } from '../../formats/errors.ts'
import { readTextOfBook } from '../../formats/isolate/reading-thread-requests.ts'
import type { ReadingThreads } from '../../formats/isolate/reading-threads.ts'
import type { Limits } from '../../formats/limits.ts'
import { withFileInLibrary } from '../../images/open-file-in-library.ts'
import {
  type BookToIndex,
  countBooksToIndex,
  findBooksToIndex,
  findIndexedBookIds,
  isTextSearchEnabled,
} from '../../store/book-text/books-to-index.ts'
import { cutPassages } from '../../store/book-text/passages.ts'
import { deleteBookText, type IndexedSize, recordBookTextIndexed, writePassages } from '../../store/book-text/write.ts'
import type { Db } from '../../store/open.ts'
import { hasTasksDue } from '../../store/task/due-tasks.ts'
import { PermanentFailure, type TaskContext, type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'
import { indexText } from './index-text-task.ts'

export interface TextIndexDeps {
  db: Db
  threads: ReadingThreads
  limits: Limits
  /** What reads files for people who wait: the text of books comes after it. */
  before: readonly string[]
}

export interface IndexOutcome {
  indexed: number
  failed: number
  /** Books whose file could not be reached; the next scan asks again. */
  skipped: number
  removed: number
}

export function indexTextHandler(deps: TextIndexDeps): TaskHandler {
  return taskHandler(indexText, 'text', (task, context) => updateTextIndex(deps, task.libraryId ?? 0, context))
}

/** Book by book. What is done is noted with each, so that it goes on there after a stop, and a second run finds nothing. */
export async function updateTextIndex(
  deps: TextIndexDeps,
  libraryId: number,
  { signal, progress }: Pick<TaskContext, 'signal' | 'progress'>,
): Promise<IndexOutcome> {
  const outcome: IndexOutcome = { indexed: 0, failed: 0, skipped: 0, removed: 0 }
  let total = await countBooksToIndex(deps.db, libraryId)
  let done = 0
  for (let after = 0; ; ) {
    const isWanted = await isTextSearchEnabled(deps.db, libraryId)
    if (isWanted === undefined) throw new PermanentFailure('The library no longer exists.')
    if (!isWanted) return { ...outcome, removed: await removeIndex(deps.db, libraryId, signal) }
    const books = await findBooksToIndex(deps.db, libraryId, { after, limit: AT_ONCE })
    if (books.length === 0) {
      // A scan may still be followed by the analysis of what it found.
      if (!(await giveWay(deps, signal))) return outcome
      after = 0
      total = done + (await countBooksToIndex(deps.db, libraryId)) - outcome.skipped
      if (total <= done) return outcome
      continue
    }
    after = books.at(-1)!.id
    for (const book of books) {
      await giveWay(deps, signal)
      signal.throwIfAborted()
      outcome[await indexBook(deps, book, signal)]++
      progress(++done, Math.max(done, total), null, outcome)
    }
  }
}

const AT_ONCE = 50

/** Lets scans and analyses go first, for a while. Says whether it had to. */
async function giveWay({ db, before }: TextIndexDeps, signal: AbortSignal): Promise<boolean> {
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += WAIT_MS) {
    if (!(await hasTasksDue(db, before))) return waited > 0
    await sleep(WAIT_MS, undefined, { signal })
  }
  return true
}

const WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000

async function indexBook(
  { db, threads, limits }: TextIndexDeps,
  book: BookToIndex,
  signal: AbortSignal,
): Promise<'indexed' | 'failed' | 'skipped'> {
  const read = await withFileInLibrary(book.file, (path) => readTextOfBook(threads, path, { limits, signal })).catch(
    (error: unknown) => (error instanceof FormatError ? ('failed' as const) : ('skipped' as const)),
  )
  signal.throwIfAborted()
  if (read === 'skipped') return read
  try {
    await db.transaction((tx) => deleteBookText(tx, book.id))
    const size: IndexedSize = { passages: 0, words: 0, bytes: 0 }
    if (read !== 'failed') {
      for (const passages of inBites(read.flatMap(cutPassages))) {
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
    // The book went while it was read.
    if (/foreign key/i.test((error as Error).message)) return 'skipped'
    throw error
  }
}

/** Few at a time: others want to write as well. */
function* inBites<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BITE) yield all.slice(at, at + BITE)
}

const BITE = 8

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
