import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'
import { newUid } from '../uid.ts'
import type { PositionRow, ProgressRow, ReadableBook } from './read.ts'

/** What is stored; the rules that lead to it are in `catalog/progress`. */
export interface ProgressToStore {
  page: number
  percentage: number | null
  done: boolean
  at: number
  place: Pick<PositionRow, 'locator' | 'pointer' | 'device' | 'device_id'> | null
  /** Said once for many pages, e.g. when a book is closed, and not with every page. */
  isWholeSitting?: boolean
  /** Nobody looked at the pages: the book was marked as read. */
  isMarked?: boolean
  /** How long it was read since the last word of the same device, where the device counts that itself. */
  minutes?: number
}

/** One book's progress, its exact place, the reading history and the series' sums: all or nothing. After `lockSums`. */
export async function storeProgress(
  tx: Tx,
  userId: number,
  book: Pick<ReadableBook, 'id' | 'seriesId'>,
  next: ProgressToStore,
  before: ProgressRow | undefined,
): Promise<ProgressRow> {
  const done = next.done ? 1 : 0
  const stored = await tx
    .insertInto('progress')
    .values({
      user_id: userId,
      book_id: book.id,
      series_id: book.seriesId,
      uid: before?.uid ?? newUid(),
      done,
      page: next.page,
      percentage: next.percentage,
      started_at: before?.started_at ?? next.at,
      read_at: next.at,
      completed_at: completedAt(next, before),
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'book_id']).doUpdateSet((eb) => ({
        series_id: eb.ref('excluded.series_id'),
        done: eb.ref('excluded.done'),
        page: eb.ref('excluded.page'),
        percentage: eb.ref('excluded.percentage'),
        read_at: eb.ref('excluded.read_at'),
        completed_at: eb.ref('excluded.completed_at'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  await storePlace(tx, userId, book.id, next)
  await noteSession(tx, userId, book.id, before, next)
  if (done && !before?.done) {
    await tx.insertInto('completion').values({ user_id: userId, book_id: book.id, completed_at: next.at }).execute()
  }
  await sumHeld(tx, userId, book.seriesId)
  return stored
}

export async function deleteProgress(
  tx: Tx,
  userId: number,
  books: readonly { id: number; seriesId: number }[],
): Promise<void> {
  const series = [...new Set(books.map((book) => book.seriesId))]
  await lockSums(tx, userId, series)
  for (const ids of inChunks(books.map((book) => book.id))) {
    await tx.deleteFrom('progress').where('user_id', '=', userId).where('book_id', 'in', ids).execute()
    await tx.deleteFrom('progress_place').where('user_id', '=', userId).where('book_id', 'in', ids).execute()
  }
  for (const seriesId of series) await sumHeld(tx, userId, seriesId)
}

/**
 * Whoever changes something in a series waits here for others who do the same for this person, before anything else:
 * sums that are made side by side would each miss what the other counts.
 */
export async function lockSums(tx: Tx, userId: number, seriesIds: readonly number[]): Promise<void> {
  for (const series_id of [...seriesIds].sort((a, b) => a - b)) {
    await tx
      .insertInto('series_progress')
      .values({ user_id: userId, series_id, done: 0, open: 0, last_read: 0 })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'series_id']).doUpdateSet((eb) => ({ open: eb.ref('series_progress.open') })),
      )
      .execute()
  }
}

export async function sumSeries(tx: Tx, userId: number, seriesId: number): Promise<void> {
  await lockSums(tx, userId, [seriesId])
  await sumHeld(tx, userId, seriesId)
}

/**
 * The person's sums of one series, made anew through its books: cannot drift, and costs some 30 µs at a million
 * books. `cross join` fixes the order for SQLite's planner: from the series' few books to their progress.
 */
async function sumHeld(tx: Tx, userId: number, seriesId: number): Promise<void> {
  await tx.deleteFrom('series_progress').where('user_id', '=', userId).where('series_id', '=', seriesId).execute()
  await sql`insert into series_progress (user_id, series_id, done, open, last_read)
    select p.user_id, b.series_id, sum(p.done), sum(1 - p.done), max(p.read_at)
    from book b cross join progress p
    where b.series_id = ${seriesId} and b.deleted_at is null and p.user_id = ${userId} and p.book_id = b.id
    group by p.user_id, b.series_id`.execute(tx)
}

const completedAt = (next: ProgressToStore, before: ProgressRow | undefined): number | null =>
  next.done ? (before?.done ? before.completed_at : next.at) : null

async function storePlace(tx: Tx, userId: number, bookId: number, { place, at }: ProgressToStore): Promise<void> {
  const said = { locator: null, pointer: null, device: null, device_id: null, ...place, updated_at: at }
  await tx
    .insertInto('progress_place')
    .values({ user_id: userId, book_id: bookId, ...said })
    .onConflict((conflict) => conflict.columns(['user_id', 'book_id']).doUpdateSet(said))
    .execute()
}

/**
 * Writes less than half an hour apart are one sitting. Only pages that were on the screen for a plausible time count as read: a
 * jump begins anew where it leads to, and so does leafing back or through.
 */
async function noteSession(
  tx: Tx,
  userId: number,
  bookId: number,
  before: ProgressRow | undefined,
  next: ProgressToStore,
): Promise<void> {
  if (next.isMarked) return
  const isCounted = next.minutes !== undefined
  const spent = (next.minutes ?? 0) * 60_000
  const since = before && (isCounted ? spent : next.at - before.read_at)
  // Before the last one: a clock was set back. Then nobody knows how long it was.
  const running = !isCounted && since !== undefined && since >= 0 && since < SITTING_MS
  const isRead = before !== undefined && wasOnScreen(next.page - before.page, since ?? 0, next.isWholeSitting)
  if (running && (isRead || next.page === before!.page)) {
    const extended = await sql`update reading_session set ended_at = ${next.at}, to_page = ${next.page}
      where id = (select id from reading_session where user_id = ${userId} and book_id = ${bookId}
        and ended_at = ${before!.read_at} order by id desc limit 1)`.execute(tx)
    if (extended.numAffectedRows) return
  }
  if (isCounted && spent === 0 && next.page === before?.page) return
  await tx
    .insertInto('reading_session')
    .values({
      user_id: userId,
      book_id: bookId,
      started_at: next.at - spent,
      ended_at: next.at,
      from_page: isRead ? before!.page : before || next.page > FIRST_SEEN ? next.page : 1,
      to_page: next.page,
      device: next.place?.device ?? null,
    })
    .execute()
}

/** A spread, or a few short places of a text, are turned at once; more is a jump, unless a whole sitting is told at its end. */
function wasOnScreen(pages: number, sinceMs: number, isWholeSitting = false): boolean {
  if (pages <= 0 || (pages > MOST_TURNED && !isWholeSitting)) return false
  return sinceMs >= pages * (isWholeSitting ? SITTING_PAGE_MS : PAGE_MS)
}

const SITTING_MS = 30 * 60_000
const MOST_TURNED = 5
/** Apps tell the first turn of a book, and not that its cover was shown before. */
const FIRST_SEEN = 3
/** Whoever turns faster is looking for something. */
const PAGE_MS = 500
const SITTING_PAGE_MS = 2000
