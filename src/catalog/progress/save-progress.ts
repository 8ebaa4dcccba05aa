import { validationProblem } from '../../contract/problems.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Db, Tx } from '../../store/open.ts'
import { findProgressOfBooks } from '../../store/progress/list.ts'
import {
  findProgress,
  findProgressSync,
  type PositionRow,
  type ProgressRow,
  type ReadableBook,
} from '../../store/progress/read.ts'
import { lockSeriesProgressSums } from '../../store/progress/series-progress-sums.ts'
import { storeBooksRead } from '../../store/progress/store-books-read.ts'
import { deleteProgress, storeProgress, storeProgressInGroupCommit } from '../../store/progress/write.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { Viewer } from '../../store/viewer.ts'

export interface ProgressWrite extends ProgressUpdate {
  /** When it was read, if earlier: for the queue of an offline client. */
  at?: number
  /** One write for many pages, e.g. by an app that sends it when the book is closed. */
  isWholeSitting?: boolean
  /** The same reading was saved for another copy of the file, and counts there. */
  isUncounted?: boolean
  /** The reading time since the last write of the same device, if the device measures it. */
  minutes?: number
  /** The exact position and the device. */
  position?: Partial<Pick<PositionRow, 'locator' | 'pointer' | 'device' | 'device_id'>>
}

export interface SavedProgress {
  progress: ProgressRow
  /** False if a newer write was already stored; then `progress` is that one. */
  accepted: boolean
}

/**
 * All progress changes go through here, whichever app sends them. The newest by time wins; a stale write changes
 * nothing. A write without a time counts as now, even if a clock that was fast, here or on another server, had stored a
 * later one.
 */
export async function saveProgress(
  db: Db,
  viewer: Viewer,
  book: ReadableBook,
  update: ProgressWrite,
): Promise<SavedProgress> {
  // A file that couldn't be read has no pages; an app that can read it sends its own position.
  if (book.pageCount === 0 && !update.position?.pointer && !update.position?.locator) {
    throw validationProblem([{ path: 'currentPage', message: "can't be set, because the book has no pages" }])
  }
  const now = Date.now()
  const at = timeOf(update.at, now)
  const position = update.position
    ? { locator: null, pointer: null, device: null, device_id: null, ...update.position }
    : null
  const { isWholeSitting, isUncounted, minutes } = update
  const next = { ...resolveProgress(update, book.pageCount), at, position, isWholeSitting, isUncounted, minutes }
  const isStale = (before: ProgressRow | undefined): before is ProgressRow =>
    before !== undefined && update.at !== undefined && timeOf(before.read_at, now) > at

  for (let tries = 0; db.commitTogether && db.rowsSync && tries < MAX_TRIES; tries++) {
    const before = findProgressSync(db.rowsSync, viewer.userId, book.id)
    if (isStale(before)) return { progress: before, accepted: false }
    const progress = await storeProgressInGroupCommit(db.commitTogether, viewer.userId, book, next, before)
    if (progress) return { progress, accepted: true }
  }
  return db.transaction(async (tx) => {
    await lockSeriesProgressSums(tx, viewer.userId, [book.seriesId])
    const before = await findProgress(within(db, tx), viewer, book.id)
    if (isStale(before)) return { progress: before, accepted: false }
    const progress = await storeProgress(tx, viewer.userId, book, next, before)
    await bumpRevisions(tx, `user:${viewer.userId}`)
    return { progress, accepted: true }
  })
}

/** A write that was overtaken this often by others to the same book waits for an exclusive transaction. */
const MAX_TRIES = 3

/**
 * Marks books as read; those already read keep the day they were finished. `readAt`: when that was, according to
 * another service; then anything read here later stays as it is.
 */
export async function markRead(
  db: Db,
  viewer: Viewer,
  books: readonly ReadableBook[],
  { readAt }: { readAt?: number } = {},
): Promise<number> {
  const now = Date.now()
  const at = timeOf(readAt, now)
  // Chunks leave room for other writes in between.
  for (const chunk of inChunks(distinct(books))) {
    await db.transaction(async (tx) => {
      await lockSeriesProgressSums(tx, viewer.userId, [...new Set(chunk.map((book) => book.seriesId))])
      const stored = await findProgressOfBooks(
        tx,
        viewer.userId,
        chunk.map((book) => book.id),
      )
      const unread = chunk.filter((book) => {
        const before = stored.get(book.id)
        return !before?.done && !(before && readAt !== undefined && timeOf(before.read_at, now) > at)
      })
      await storeBooksRead(tx, viewer.userId, unread, stored, at)
      await bumpRevisions(tx, `user:${viewer.userId}`)
    })
  }
  return books.length
}

/** Deletes the viewer's position in these books; books finished before stay in the history. */
export async function forgetProgress(db: Db, viewer: Viewer, books: readonly ReadableBook[]): Promise<number> {
  for (const chunk of inChunks(books)) {
    await db.transaction(async (tx) => {
      await deleteProgress(tx, viewer.userId, chunk)
      await bumpRevisions(tx, `user:${viewer.userId}`)
    })
  }
  return books.length
}

const distinct = (books: readonly ReadableBook[]) => [...new Map(books.map((book) => [book.id, book])).values()]

const within = (db: Db, tx: Tx) => ({ kind: db.kind, query: tx })

interface ProgressUpdate {
  currentPage: number
  progressPercentage?: number | null
  completed?: boolean
}

/** The fraction from which a book counts as read: so near the end that only adverts follow. */
const DONE_FROM = 0.98

/** Interprets a write for this book: the last page or 98 % completes it, an explicit value takes precedence. */
function resolveProgress(
  update: ProgressUpdate,
  pageCount: number,
): { page: number; percentage: number | null; done: boolean } {
  const page = update.currentPage
  if (page < 1 || (pageCount > 0 && page > pageCount)) {
    throw validationProblem([{ path: 'currentPage', message: `must be between 1 and ${pageCount}` }])
  }
  const percentage = update.progressPercentage ?? (pageCount > 0 ? page / pageCount : null)
  const reachedEnd = (pageCount > 0 && page >= pageCount) || (percentage !== null && percentage >= DONE_FROM)
  return { page, percentage, done: update.completed ?? reachedEnd }
}

/**
 * An offline client's clock may be fast: a future time would block every later write. A clock that was never set may be
 * in a year that no calendar of ours can show.
 */
const timeOf = (given: number | undefined, now: number): number => Math.min(Math.max(given ?? now, 0), now)
