import { sql } from 'kysely'
import type { Tx } from '../open.ts'

type History = 'reading_session' | 'completion'

/** All but the newest entries of one user and one book: no one reads a book that often, but a script may report it. */
export const oldestEntries = (table: History) => `user_id = ? and book_id = ? and id <=
  (select id from ${table} where user_id = ? and book_id = ? order by id desc limit 1 offset ${MAX_HISTORY})`
const MAX_HISTORY = 1000

/** Deletes the oldest entries of a user in many books, of which hardly any has that many. */
export async function trimHistory(tx: Tx, table: History, userId: number, bookIds: readonly number[]): Promise<void> {
  const long = await tx
    .selectFrom(table)
    .select('book_id')
    // Found by book: the plus keeps SQLite from reading the user's whole history.
    .where(sql<boolean>`+user_id = ${userId}`)
    .where('book_id', 'in', bookIds)
    .groupBy('book_id')
    .having((eb) => eb(eb.fn.countAll(), '>', MAX_HISTORY))
    .execute()
  for (const { book_id } of long) {
    const last = tx.selectFrom(table).select('id').where('user_id', '=', userId).where('book_id', '=', book_id)
    await tx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('book_id', '=', book_id)
      .where('id', '<=', last.orderBy('id', 'desc').limit(1).offset(MAX_HISTORY))
      .execute()
  }
}
