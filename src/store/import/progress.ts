import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'
import type { PositionRow, ProgressRow } from '../progress/read.ts'
import { lockSeriesProgressSums, sumSeriesProgress } from '../progress/series-progress-sums.ts'
import { newUid } from '../uid.ts'

/** Progress from another server, with its original times. */
export interface ImportedProgress extends Omit<ProgressRow, 'user_id' | 'uid'> {
  position: Pick<PositionRow, 'locator' | 'pointer' | 'device'> | null
}

/** Writes many rows at once, with the sums of their series. The caller has merged them with the stored progress. */
export async function writeImportedProgress(tx: Tx, userId: number, said: readonly ImportedProgress[]): Promise<void> {
  const rows = await withCurrentSeries(tx, said)
  await lockSeriesProgressSums(tx, userId, [...new Set(rows.map((row) => row.series_id))])
  for (const some of inChunks(rows, 400)) {
    await tx
      .insertInto('progress')
      .values(some.map(({ position: _, ...row }) => ({ ...row, user_id: userId, uid: newUid() })))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'book_id']).doUpdateSet((eb) => ({
          series_id: eb.ref('excluded.series_id'),
          done: eb.ref('excluded.done'),
          page: eb.ref('excluded.page'),
          percentage: eb.ref('excluded.percentage'),
          started_at: eb.ref('excluded.started_at'),
          read_at: eb.ref('excluded.read_at'),
          completed_at: eb.ref('excluded.completed_at'),
        })),
      )
      .execute()
    const positions = some.map(({ book_id, read_at, position }) => ({
      user_id: userId,
      book_id,
      locator: position?.locator ?? null,
      pointer: position?.pointer ?? null,
      device: position?.device ?? null,
      device_id: null,
      updated_at: read_at,
    }))
    await tx
      .insertInto('reading_position')
      .values(positions)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'book_id']).doUpdateSet((eb) => ({
          locator: eb.ref('excluded.locator'),
          pointer: eb.ref('excluded.pointer'),
          device: eb.ref('excluded.device'),
          device_id: eb.ref('excluded.device_id'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute()
  }
  await sumSeriesProgress(tx, userId, [...new Set(rows.map((row) => row.series_id))])
}

/** The import or a scan may have moved books to another series since they were matched, and deleted the empty one. */
async function withCurrentSeries(tx: Tx, rows: readonly ImportedProgress[]): Promise<ImportedProgress[]> {
  const series = new Map<number, number>()
  for (const some of inChunks(rows)) {
    const ids = some.map((row) => row.book_id)
    const books = await tx.selectFrom('book').select(['id', 'series_id']).where('id', 'in', ids).execute()
    for (const book of books) series.set(book.id, book.series_id)
  }
  return rows.map((row) => ({ ...row, series_id: series.get(row.book_id) ?? row.series_id }))
}

/** Rows are found by book: the plus keeps the database from reading the user's whole history for each few books. */
const ofUser = (userId: number) => sql<boolean>`+user_id = ${userId}`

export interface ImportedCompletion {
  bookId: number
  completedAt: number
}

/** Databases store seconds, or fractions of them: the same second is the same time. */
export const completionKey = ({ bookId, completedAt }: ImportedCompletion): string =>
  `${bookId} ${Math.floor(completedAt / 1000)}`

/** When each of these books was finished. */
export async function findCompletionsOfBooks(
  tx: Pick<Tx, 'selectFrom'>,
  userId: number,
  bookIds: readonly number[],
): Promise<ImportedCompletion[]> {
  const found: ImportedCompletion[] = []
  for (const ids of inChunks([...new Set(bookIds)])) {
    const rows = await tx
      .selectFrom('completion')
      .select(['book_id', 'completed_at'])
      .where(ofUser(userId))
      .where('book_id', 'in', ids)
      .execute()
    for (const row of rows) found.push({ bookId: row.book_id, completedAt: row.completed_at })
  }
  return found
}

export async function insertImportedCompletions(
  tx: Tx,
  userId: number,
  rows: readonly ImportedCompletion[],
): Promise<void> {
  for (const some of inChunks(rows)) {
    const values = some.map((row) => ({ user_id: userId, book_id: row.bookId, completed_at: row.completedAt }))
    await tx.insertInto('completion').values(values).execute()
  }
}

export interface ImportedReadingSession {
  bookId: number
  startedAt: number
  endedAt: number
  fromPage: number
  toPage: number
  device: string | null
}

export const readingSessionKey = ({
  bookId,
  startedAt,
}: Pick<ImportedReadingSession, 'bookId' | 'startedAt'>): string => `${bookId} ${startedAt}`

/** The keys of the stored sessions. */
export async function findReadingSessionKeys(
  tx: Pick<Tx, 'selectFrom'>,
  userId: number,
  bookIds: readonly number[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const ids of inChunks([...new Set(bookIds)])) {
    const rows = await tx
      .selectFrom('reading_session')
      .select(['book_id', 'started_at'])
      .where(ofUser(userId))
      .where('book_id', 'in', ids)
      .execute()
    for (const row of rows) found.add(readingSessionKey({ bookId: row.book_id, startedAt: row.started_at }))
  }
  return found
}

export async function insertImportedReadingSessions(
  tx: Tx,
  userId: number,
  rows: readonly ImportedReadingSession[],
): Promise<void> {
  for (const some of inChunks(rows)) {
    const values = some.map((row) => ({
      user_id: userId,
      book_id: row.bookId,
      started_at: row.startedAt,
      ended_at: row.endedAt,
      from_page: row.fromPage,
      to_page: row.toPage,
      device: row.device,
    }))
    await tx.insertInto('reading_session').values(values).execute()
  }
}
