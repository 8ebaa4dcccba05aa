import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import type { Db, Tx } from '../open.ts'
import { BUMP_REVISION_SQL } from '../revision.ts'
import type { Statement } from '../sqlite/connection.ts'
import { newUid } from '../uid.ts'
import { oldestEntries } from './oldest-entries.ts'
import type { ProgressToStore } from './progress-to-store.ts'
import { FIND_PROGRESS_SQL, type ProgressRow, type ReadableBook } from './read.ts'
import { lockSeriesProgressSums, sumSeriesProgress } from './series-progress-sums.ts'
import { sessionStatements } from './session-statements.ts'

/**
 * Stores one book's progress, its exact position, the reading history and the series' sums: all or nothing. Call it
 * after `lockSeriesProgressSums`.
 */
export async function storeProgress(
  tx: Tx,
  userId: number,
  book: Pick<ReadableBook, 'id' | 'seriesId'>,
  next: ProgressToStore,
  before: ProgressRow | undefined,
): Promise<ProgressRow> {
  let stored: ProgressRow | undefined
  for (const statement of progressStatements(userId, book, next, before)) {
    const { rows } = await built(statement).execute(tx)
    stored ??= rows[0] as ProgressRow | undefined
  }
  return stored!
}

/**
 * The same for SQLite, as part of a group commit with other small writes: one message to the write thread at most.
 * `before` was read before it starts: if it has changed since, nothing is stored and undefined is returned.
 */
export async function storeProgressInGroupCommit(
  commitTogether: NonNullable<Db['commitTogether']>,
  userId: number,
  book: Pick<ReadableBook, 'id' | 'seriesId'>,
  next: ProgressToStore,
  before: ProgressRow | undefined,
): Promise<ProgressRow | undefined> {
  const bump: Statement = { sql: BUMP_REVISION_SQL, parameters: [`user:${userId}`, Date.now()] }
  if (before && isTurn(book, next, before)) {
    const rows = await commitTogether([...turnStatements(userId, book, next, before), bump])
    return rows?.[0]?.[0] as ProgressRow | undefined
  }
  const isUnchanged: Statement = before
    ? {
        sql: 'select 1 from progress where user_id = ? and book_id = ? and read_at = ? and page = ? and done = ?',
        parameters: [userId, book.id, before.read_at, before.page, before.done],
        mustGive: 1,
      }
    : { sql: FIND_PROGRESS_SQL, parameters: [userId, book.id], mustGive: 0 }
  const rows = await commitTogether([isUnchanged, ...progressStatements(userId, book, next, before), bump])
  return rows?.[1]?.[0] as ProgressRow | undefined
}

/** The book was started before, and this neither finishes nor restarts it: the usual case. */
const isTurn = (book: Pick<ReadableBook, 'seriesId'>, next: ProgressToStore, before: ProgressRow): boolean =>
  before.series_id === book.seriesId && before.done === Number(next.done) && next.at >= before.read_at

/**
 * What a page turn changes. The numbers of started and finished books in the series stay; only the time of the last
 * read changes. If there are no sums yet, or the book is gone, nothing is committed, and the full transaction handles
 * it.
 */
function turnStatements(
  userId: number,
  book: Pick<ReadableBook, 'id' | 'seriesId'>,
  next: ProgressToStore,
  before: ProgressRow,
): Statement[] {
  const { read_at, page, done } = before
  return [
    {
      sql: `update progress set page = ?, percentage = ?, read_at = ?
        where user_id = ? and book_id = ? and read_at = ? and page = ? and done = ? returning *`,
      parameters: [next.page, next.percentage, next.at, userId, book.id, read_at, page, done],
      mustGive: 1,
    },
    positionStatement(userId, book.id, next),
    ...sessionStatements(userId, book.id, before, next),
    {
      sql: `update series_progress set last_read = max(last_read, ?) where user_id = ? and series_id = ?
        and exists (select 1 from book where id = ? and series_id = ? and deleted_at is null) returning series_id`,
      parameters: [next.at, userId, book.seriesId, book.id, book.seriesId],
      mustGive: 1,
    },
  ]
}

/**
 * Static SQL, because building the statements with every page turn takes longer than running them. The first one
 * returns the row.
 */
function progressStatements(
  userId: number,
  book: Pick<ReadableBook, 'id' | 'seriesId'>,
  next: ProgressToStore,
  before: ProgressRow | undefined,
): Statement[] {
  const { at, page, percentage } = next
  const done = next.done ? 1 : 0
  const started = before?.started_at ?? at
  const uid = before?.uid ?? newUid()
  const completed = completedAt(next, before)
  return [
    before?.series_id === book.seriesId
      ? {
          // Columns that aren't set need no check of their indexes.
          sql: `update progress set done = ?, page = ?, percentage = ?, read_at = ?, completed_at = ?
            where user_id = ? and book_id = ? returning *`,
          parameters: [done, page, percentage, at, completed, userId, book.id],
        }
      : {
          sql: `insert into progress
              (user_id, book_id, series_id, uid, done, page, percentage, started_at, read_at, completed_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (user_id, book_id) do update set series_id = excluded.series_id, done = excluded.done,
              page = excluded.page, percentage = excluded.percentage, read_at = excluded.read_at,
              completed_at = excluded.completed_at
            returning *`,
          parameters: [userId, book.id, book.seriesId, uid, done, page, percentage, started, at, completed],
        },
    positionStatement(userId, book.id, next),
    ...sessionStatements(userId, book.id, before, next),
    ...(done && !before?.done
      ? [
          {
            sql: 'insert into completion (user_id, book_id, completed_at) values (?, ?, ?)',
            parameters: [userId, book.id, at],
          },
          {
            sql: `delete from completion where ${oldestEntries('completion')}`,
            parameters: [userId, book.id, userId, book.id],
          },
        ]
      : []),
    ...sumStatements(userId, book.seriesId),
  ]
}

function positionStatement(userId: number, bookId: number, { position, at }: ProgressToStore): Statement {
  if (!position) {
    return {
      // Usually there is none.
      sql: `update reading_position set locator = null, pointer = null, device = null, device_id = null, updated_at = ?
        where user_id = ? and book_id = ? and coalesce(locator, pointer, device, device_id) is not null`,
      parameters: [at, userId, bookId],
    }
  }
  const { locator = null, pointer = null, device = null, device_id = null } = position
  return {
    sql: `insert into reading_position (user_id, book_id, locator, pointer, device, device_id, updated_at)
      values (?, ?, ?, ?, ?, ?, ?)
      on conflict (user_id, book_id) do update set locator = excluded.locator, pointer = excluded.pointer,
        device = excluded.device, device_id = excluded.device_id, updated_at = excluded.updated_at`,
    parameters: [userId, bookId, locator, pointer, device, device_id, at],
  }
}

/** The statement for either database. */
const built = ({ sql: text, parameters }: Statement) =>
  sql(text.split('?') as unknown as TemplateStringsArray, ...parameters)

export async function deleteProgress(
  tx: Tx,
  userId: number,
  books: readonly { id: number; seriesId: number }[],
): Promise<void> {
  const series = [...new Set(books.map((book) => book.seriesId))]
  await lockSeriesProgressSums(tx, userId, series)
  for (const ids of inChunks(books.map((book) => book.id))) {
    await tx.deleteFrom('progress').where('user_id', '=', userId).where('book_id', 'in', ids).execute()
    await tx.deleteFrom('reading_position').where('user_id', '=', userId).where('book_id', 'in', ids).execute()
  }
  await sumSeriesProgress(tx, userId, series)
}

/**
 * Recomputes the user's sums of one series from its books: they can't become inconsistent, and it costs about 30 µs at
 * a million books. `cross join` fixes the order for SQLite's planner: from the series' few books to their progress.
 */
const sumStatements = (userId: number, seriesId: number): Statement[] => [
  {
    sql: `delete from series_progress where user_id = ? and series_id = ? and not exists (select 1 ${BEGUN_BOOKS})`,
    parameters: [userId, seriesId, seriesId, userId],
  },
  {
    sql: `insert into series_progress (user_id, series_id, done, open, last_read)
      select p.user_id, b.series_id, sum(p.done), sum(1 - p.done), max(p.read_at) ${BEGUN_BOOKS}
      group by p.user_id, b.series_id
      on conflict (user_id, series_id) do update set done = excluded.done, open = excluded.open,
        last_read = excluded.last_read`,
    parameters: [seriesId, userId],
  },
]

const BEGUN_BOOKS = `from book b cross join progress p
  where b.series_id = ? and b.deleted_at is null and p.user_id = ? and p.book_id = b.id`

const completedAt = (next: ProgressToStore, before: ProgressRow | undefined): number | null =>
  next.done ? (before?.done ? before.completed_at : next.at) : null
