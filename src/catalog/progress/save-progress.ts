import { validationProblem } from '../../contract/problems.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Db, Tx } from '../../store/open.ts'
import {
  findProgress,
  findProgressSync,
  type PositionRow,
  type ProgressRow,
  type ReadableBook,
} from '../../store/progress/read.ts'
import {
  deleteProgress,
  lockSeriesProgressSums,
  storeProgress,
  storeProgressInGroupCommit,
} from '../../store/progress/write.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { Viewer } from '../../store/viewer.ts'

export interface ProgressWrite extends ProgressUpdate {
  /** When it was read, if that was earlier: a queue of an offline client. */
  at?: number
  /** Said once for many pages, e.g. by an app that tells it when the book is closed. */
  isWholeSitting?: boolean
  /** How long it was read since the last word of the same device, where the device counts that itself. */
  minutes?: number
  /** Where exactly, and on which device. */
  place?: Partial<Pick<PositionRow, 'locator' | 'pointer' | 'device' | 'device_id'>>
}

export interface SavedProgress {
  progress: ProgressRow
  /** False when a newer write was there already; then `progress` is that one. */
  accepted: boolean
}

/**
 * The one way progress changes, whichever app says it. The newest by time wins; a stale write changes nothing. One that
 * says no time is of now, whatever a clock that ran ahead, here or on another server, had written before.
 */
export async function saveProgress(
  db: Db,
  viewer: Viewer,
  book: ReadableBook,
  said: ProgressWrite,
): Promise<SavedProgress> {
  // Of a file that could not be read there are no pages to be on; an app that read it nevertheless says where it is.
  if (book.pageCount === 0 && !said.place?.pointer && !said.place?.locator) {
    throw validationProblem([{ path: 'currentPage', message: "can't be set, because the book has no pages" }])
  }
  const now = Date.now()
  const at = timeOf(said.at, now)
  const place = said.place ? { locator: null, pointer: null, device: null, device_id: null, ...said.place } : null
  const { isWholeSitting, minutes } = said
  const next = { ...resolveProgress(said, book.pageCount), at, place, isWholeSitting, minutes }
  const isStale = (before: ProgressRow | undefined): before is ProgressRow =>
    before !== undefined && said.at !== undefined && timeOf(before.read_at, now) > at

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

/** Whoever was overtaken so often by writes to the same book waits for a transaction in which nobody can. */
const MAX_TRIES = 3

/**
 * Marks books as read; those already read keep the day they were finished. `readAt`: when that was, if somebody else
 * says so; then whatever was read here later stays as it is.
 */
export async function markRead(
  db: Db,
  viewer: Viewer,
  books: readonly ReadableBook[],
  { readAt }: { readAt?: number } = {},
): Promise<number> {
  const now = Date.now()
  const at = timeOf(readAt, now)
  for (const chunk of inChunks(books, 200)) {
    await db.transaction(async (tx) => {
      await lockSeriesProgressSums(tx, viewer.userId, [...new Set(chunk.map((book) => book.seriesId))])
      for (const book of chunk) {
        const before = await findProgress(within(db, tx), viewer, book.id)
        if (before?.done || (before && readAt !== undefined && timeOf(before.read_at, now) > at)) continue
        const read = { page: Math.max(1, book.pageCount), percentage: 1, done: true, at, place: null, isMarked: true }
        await storeProgress(tx, viewer.userId, book, read, before)
      }
      await bumpRevisions(tx, `user:${viewer.userId}`)
    })
  }
  return books.length
}

/** Forgets where the viewer is in these books; what they finished before stays in the history. */
export async function forgetProgress(db: Db, viewer: Viewer, books: readonly ReadableBook[]): Promise<number> {
  await db.transaction(async (tx) => {
    await deleteProgress(tx, viewer.userId, books)
    await bumpRevisions(tx, `user:${viewer.userId}`)
  })
  return books.length
}

const within = (db: Db, tx: Tx) => ({ kind: db.kind, query: tx })

interface ProgressUpdate {
  currentPage: number
  progressPercentage?: number | null
  completed?: boolean
}

/** Where a book counts as read: the last page, or so near the end that only adverts follow. */
const DONE_FROM = 0.98

/** What a reader's words mean for this book: the last page or 98 % completes, an explicit word is obeyed. */
function resolveProgress(
  said: ProgressUpdate,
  pageCount: number,
): { page: number; percentage: number | null; done: boolean } {
  const page = said.currentPage
  if (page < 1 || (pageCount > 0 && page > pageCount)) {
    throw validationProblem([{ path: 'currentPage', message: `must be between 1 and ${pageCount}` }])
  }
  const percentage = said.progressPercentage ?? (pageCount > 0 ? page / pageCount : null)
  const reachedEnd = (pageCount > 0 && page >= pageCount) || (percentage !== null && percentage >= DONE_FROM)
  return { page, percentage, done: said.completed ?? reachedEnd }
}

/**
 * An offline client's clock may run ahead: a time to come would block every later write. One that was never set may say a
 * year that no calendar of ours can show.
 */
const timeOf = (said: number | undefined, now: number): number => Math.min(Math.max(said ?? now, 0), now)
