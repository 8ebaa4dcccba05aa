import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import { newUid } from '../uid.ts'
import { trimHistory } from './oldest-entries.ts'
import type { ProgressRow, ReadableBook } from './read.ts'
import { sumSeriesProgress } from './series-progress-sums.ts'

/**
 * Stores a few hundred unfinished books as read, with a handful of statements for all of them. `before`: the progress
 * in them. Call it after `lockSeriesProgressSums`.
 */
export async function storeBooksRead(
  tx: Tx,
  userId: number,
  books: readonly Pick<ReadableBook, 'id' | 'seriesId' | 'pageCount'>[],
  before: ReadonlyMap<number, ProgressRow>,
  at: number,
): Promise<void> {
  if (books.length === 0) return
  const ids = books.map((book) => book.id)
  await tx
    .insertInto('progress')
    .values(books.map((book) => readRow(userId, book, before.get(book.id), at)))
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
    .execute()
  await tx
    .updateTable('reading_position')
    .set({ locator: null, pointer: null, device: null, device_id: null, updated_at: at })
    .where('user_id', '=', userId)
    .where('book_id', 'in', ids)
    .where(sql`coalesce(locator, pointer, device, device_id)`, 'is not', null)
    .execute()
  const completions = ids.map((book_id) => ({ user_id: userId, book_id, completed_at: at }))
  await tx.insertInto('completion').values(completions).execute()
  await trimHistory(tx, 'completion', userId, ids)
  await sumSeriesProgress(tx, userId, [...new Set(books.map((book) => book.seriesId))])
}

function readRow(
  userId: number,
  book: Pick<ReadableBook, 'id' | 'seriesId' | 'pageCount'>,
  before: ProgressRow | undefined,
  at: number,
) {
  return {
    user_id: userId,
    book_id: book.id,
    series_id: book.seriesId,
    uid: before?.uid ?? newUid(),
    done: 1,
    page: Math.max(1, book.pageCount),
    percentage: 1,
    started_at: before?.started_at ?? at,
    read_at: at,
    completed_at: at,
  }
}
