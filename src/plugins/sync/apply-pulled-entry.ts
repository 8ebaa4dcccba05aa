import { markRead, saveProgress } from '../../catalog/progress/save-progress.ts'
import type { Events } from '../../events/events.ts'
import type { Db } from '../../store/open.ts'
import { putRating } from '../../store/rating/rating.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { BookReadingState, SeriesReadingState } from '../../store/user-plugin/series-reading-state.ts'
import type { Viewer } from '../../store/viewer.ts'
import { volumeOf } from './own-reading-state.ts'
import type { PulledBook, PulledEntry } from './pulled-entry.ts'

interface ApplyDeps {
  db: Db
  events: Pick<Events, 'emit'>
}

/**
 * Applies reading progress from the external service. Newer progress wins, and nothing is ever marked unread. `since`
 * is set when the entry was already applied at that time: it then affects only books that were added later.
 */
export async function applyPulledEntry(
  { db, events }: ApplyDeps,
  viewer: Viewer,
  series: SeriesReadingState,
  entry: PulledEntry,
  { since, withRating }: { since: number | undefined; withRating: boolean },
): Promise<number> {
  const books = series.books.filter((book) => since === undefined || book.firstSeenAt > since)
  const read = books.filter((book) => !book.progress?.done && isReadThere(book, entry) && mayChange(book, entry))
  await markRead(db, viewer, read, { readAt: entry.at })
  let changed = read.length
  for (const book of read.slice(0, EVENTS_AT_ONCE)) emit(events, viewer, book, book.pageCount, 1)
  for (const book of books) {
    const detail = entry.readBooks.find((one) => isOf(one, book))
    if (!detail || detail.completed || detail.currentPage === undefined || entry.at === undefined) continue
    if (book.progress?.done || book.pageCount === 0 || !mayChange(book, entry)) continue
    if (book.progress?.page === detail.currentPage) continue
    const currentPage = Math.min(detail.currentPage, book.pageCount)
    const saved = await saveProgress(db, viewer, book, { currentPage, completed: false, at: entry.at })
    if (!saved.accepted) continue
    changed += 1
    emit(events, viewer, book, saved.progress.page, 0)
  }
  if (withRating && entry.score !== undefined && series.rating === undefined && since === undefined) {
    await rate(db, viewer, series, entry.score)
    changed += 1
  }
  return changed
}

function isReadThere(book: BookReadingState, entry: PulledEntry): boolean {
  if (entry.status === 'plan_to_read') return false
  if (entry.status === 'completed') return true
  const detail = entry.readBooks.find((one) => isOf(one, book))
  if (detail) return detail.completed
  const volume = volumeOf(book)
  if (volume !== null) return entry.volumes !== undefined && volume <= entry.volumes
  return book.chapter !== null && entry.chapters !== undefined && book.chapter <= entry.chapters
}

/** Later progress here stays, and so does any progress when the entry has no time. */
function mayChange({ progress }: BookReadingState, { at }: PulledEntry): boolean {
  return progress === undefined || (at !== undefined && progress.readAt <= at)
}

const isOf = ({ volume, chapter }: PulledBook, book: BookReadingState): boolean =>
  chapter !== undefined ? book.chapter === chapter : volume !== undefined && volumeOf(book) === volume

async function rate(db: Db, viewer: Viewer, series: SeriesReadingState, score: number): Promise<void> {
  const rating = { rating: Math.min(100, Math.max(1, Math.round(score))) }
  await db.transaction(async (tx) => {
    await putRating(tx, viewer.userId, 'series', series.id, rating, Date.now())
    await bumpRevisions(tx, `user:${viewer.userId}`, 'catalog')
  })
}

function emit(events: Pick<Events, 'emit'>, viewer: Viewer, book: BookReadingState, page: number, done: number): void {
  events.emit(
    {
      type: 'progress_updated',
      bookId: bytesToUuid(book.uid),
      seriesId: bytesToUuid(book.seriesUid),
      libraryId: bytesToUuid(book.libraryUid),
      userId: viewer.uid,
      currentPage: page,
      progressPercentage: book.pageCount > 0 ? Math.min(1, page / book.pageCount) : done,
      completed: done === 1,
    },
    { userId: viewer.userId },
  )
}

/** Enough: clients that show many books reload their list anyway. */
const EVENTS_AT_ONCE = 50
