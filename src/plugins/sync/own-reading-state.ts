import type { BookReadingState, SeriesReadingState } from '../../store/user-plugin/series-reading-state.ts'
import type { RemoteState, SyncStatus } from './pulled-entry.ts'

/** A user's progress in a series, in the numbers printed on its volumes. */
export interface OwnReadingState {
  status: SyncStatus
  volumes: number | undefined
  chapters: number | undefined
  maxVolume: number | undefined
  maxChapter: number | undefined
  score: number | undefined
  startedAt: number | undefined
  /** When any of it last changed. */
  at: number
}

/** A book without a volume number counts by its number in the series. */
export const volumeOf = ({ volume, chapter, number }: Pick<BookReadingState, 'volume' | 'chapter' | 'number'>) =>
  chapter === null ? (volume ?? number) : null

/** Undefined when there is nothing to send: neither started nor on the want-to-read list. */
export function ownReadingStateOf(series: SeriesReadingState, withRating: boolean): OwnReadingState | undefined {
  const { books, rating, wantedAt } = series
  const begun = books.flatMap((book) => book.progress ?? [])
  if (begun.length === 0 && wantedAt === undefined) return undefined
  const done = books.filter((book) => book.progress?.done)
  const score = withRating ? rating?.score : undefined
  const last = Math.max(...begun.map((one) => one.readAt), score === undefined ? 0 : rating!.at, wantedAt ?? 0)
  if (begun.length === 0) {
    const nothing = { volumes: undefined, chapters: undefined, maxVolume: undefined, maxChapter: undefined }
    return { status: 'plan_to_read', ...nothing, score, startedAt: undefined, at: last }
  }
  const [volumes, chapters] = [readUpTo(books, volumeOf), readUpTo(books, (book) => book.chapter)]
  return {
    status: isCompleted(series, done.length, volumes.highest) ? 'completed' : 'reading',
    volumes: volumes.reached,
    chapters: chapters.reached,
    maxVolume: volumes.highest,
    maxChapter: chapters.highest,
    score,
    startedAt: Math.min(...begun.map((one) => one.startedAt)),
    at: last,
  }
}

/**
 * `reached`: the last number before the first unread book in the library: a user with volumes 5 to 9 who has read 5 and
 * 6 is at 6. `highest`: the highest number read.
 */
function readUpTo(books: readonly BookReadingState[], numberOf: (book: BookReadingState) => number | null) {
  const isRead = new Map<number, boolean>()
  for (const book of books) {
    const number = numberOf(book)
    if (number === null) continue
    isRead.set(number, (isRead.get(number) ?? false) || (book.progress?.done ?? false))
  }
  const numbers = [...isRead.keys()].sort((a, b) => a - b)
  const firstUnread = numbers.findIndex((number) => !isRead.get(number))
  const reached = numbers[(firstUnread < 0 ? numbers.length : firstUnread) - 1]
  const highest = numbers.findLast((number) => isRead.get(number))
  return { reached: reached === undefined ? undefined : Math.floor(reached), highest }
}

/** All books in the library are read, and no more are expected. */
function isCompleted({ books, totalBookCount, status }: SeriesReadingState, done: number, highest: number | undefined) {
  if (done < books.length) return false
  if (totalBookCount !== null) return Math.max(done, highest ?? 0) >= totalBookCount
  return status === 'ended'
}

/**
 * The state to send for a series: the newer one wins, and progress of the service is never reduced. Undefined when the
 * service already has the same state.
 */
export function mergeReadingState(mine: OwnReadingState, theirs: RemoteState | undefined): RemoteState | undefined {
  if (!theirs) return { status: mine.status, volumes: mine.volumes, chapters: mine.chapters, score: mine.score }
  const areNewer = (theirs.at ?? 0) > mine.at
  const volumes = larger(mine.volumes, theirs.volumes)
  const chapters = larger(mine.chapters, theirs.chapters)
  // Completed without a number means that everything was read.
  const isMore = (ours: number | undefined, known: number | undefined) =>
    ours !== undefined && (known === undefined ? theirs.status !== 'completed' : ours > known)
  const isFurther = isMore(mine.volumes, theirs.volumes) || isMore(mine.chapters, theirs.chapters)
  const keepsStatus = areNewer || mine.status === 'plan_to_read' || (theirs.status === 'completed' && !isFurther)
  const status = keepsStatus && !(isFurther && theirs.status === 'plan_to_read') ? theirs.status : mine.status
  const score = areNewer ? (theirs.score ?? mine.score) : (mine.score ?? theirs.score)
  const isSame = status === theirs.status && !isFurther && score === theirs.score
  return isSame ? undefined : { status, volumes, chapters, score }
}

const larger = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b)
