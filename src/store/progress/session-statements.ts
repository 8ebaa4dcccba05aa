import type { Statement } from '../sqlite/connection.ts'
import { oldestEntries } from './oldest-entries.ts'
import type { ProgressToStore } from './progress-to-store.ts'
import type { ProgressRow } from './read.ts'

/**
 * Writes less than half an hour apart belong to one session. Only pages that were on the screen for a plausible time
 * count as read: after a jump, or after leafing back or ahead, counting restarts at the new page.
 */
export function sessionStatements(
  userId: number,
  bookId: number,
  before: ProgressRow | undefined,
  next: ProgressToStore,
): Statement[] {
  if (next.isUncounted) return []
  const { at, page } = next
  const isCounted = next.minutes !== undefined
  const spent = (next.minutes ?? 0) * 60_000
  const since = before && (isCounted ? spent : at - before.read_at)
  // Negative: a clock was set back, so the duration is unknown.
  const running = !isCounted && since !== undefined && since >= 0 && since < SITTING_MS
  const isRead = before !== undefined && wasOnScreen(page - before.page, since ?? 0, next.isWholeSitting)
  const from = isRead ? before.page : before || page > FIRST_SEEN ? page : 1
  const forgetOldSessions: Statement = {
    sql: `delete from reading_session where ${oldestEntries('reading_session')}`,
    parameters: [userId, bookId, userId, bookId],
  }
  const begun = [userId, bookId, at - spent, at, from, page, next.position?.device ?? null]
  if (!running) {
    if (isCounted && spent === 0 && page === before?.page) return []
    return [{ sql: `${BEGIN_SESSION} values (?, ?, ?, ?, ?, ?, ?)`, parameters: begun }, forgetOldSessions]
  }
  const last = [userId, bookId, before!.read_at]
  const goesOn = isRead || page === before!.page
  return [
    goesOn
      ? { sql: `update reading_session set ended_at = ?, to_page = ? ${LAST_SESSION}`, parameters: [at, page, ...last] }
      : {
          // A session in which nothing was read yet is moved: leafing through a book doesn't leave a session per jump.
          sql: `update reading_session set started_at = ?, ended_at = ?, from_page = ?, to_page = ?, device = ?
            ${LAST_SESSION} and started_at = ended_at and from_page = to_page`,
          parameters: [at, at, page, page, next.position?.device ?? null, ...last],
        },
    {
      // Only if there was no session to continue.
      sql: `${BEGIN_SESSION} select ?, ?, ?, ?, ?, ?, ? where not exists
        (select 1 from reading_session ${LAST_SESSION} and to_page = ?)`,
      parameters: [...begun, userId, bookId, at, page],
    },
    ...(goesOn ? [] : [forgetOldSessions]),
  ]
}

/** The last session of a user in a book, if it ended at this time. */
const LAST_SESSION = `where id = (select max(id) from reading_session where user_id = ? and book_id = ?) and ended_at = ?`
const BEGIN_SESSION = 'insert into reading_session (user_id, book_id, started_at, ended_at, from_page, to_page, device)'

/**
 * A spread, or a few short sections of a text, are turned at once; more is a jump, unless a whole session is reported
 * at its end.
 */
function wasOnScreen(pages: number, sinceMs: number, isWholeSitting = false): boolean {
  if (pages <= 0 || (pages > MAX_TURNED && !isWholeSitting)) return false
  return sinceMs >= pages * (pages > MAX_TURNED ? SITTING_PAGE_MS : PAGE_MS)
}

/** After a longer pause another sitting begins. */
export const SITTING_MS = 30 * 60_000
const MAX_TURNED = 5
/** Apps report the first page turn of a book, but not that its cover was shown before. */
export const FIRST_SEEN = 3
/** Users who turn pages faster are looking for something. */
const PAGE_MS = 500
const SITTING_PAGE_MS = 2000
