import { sql } from 'kysely'
import { only } from '../list/rows.ts'
import type { Asks, Tx } from '../open.ts'
import { bump } from '../revision.ts'
import type { Viewer } from '../viewer.ts'
import { isVisible } from '../visibility/filter.ts'

type Noun = 'series' | 'book'

/** What a person wants to read, newest wish first. */
export async function listWishes(
  db: Asks,
  viewer: Viewer,
  noun: Noun,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const from = sql`from want_to_read w join ${sql.table(noun)} t on t.id = ${sql.ref(`w.${noun}_id`)}
    where w.user_id = ${viewer.userId} and ${isVisible(db.kind, viewer.sees, 't.class')}`
  const rows = await sql<{
    id: number
  }>`select t.id ${from} order by w.id desc ${only({ limit, offset })}`.execute(db.query)
  const count = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db.query)
  return { ids: rows.rows.map((row) => row.id), total: count.rows[0]?.n ?? 0 }
}

export async function addWish(tx: Tx, userId: number, noun: Noun, id: number): Promise<void> {
  await tx
    .insertInto('want_to_read')
    .values({ user_id: userId, [`${noun}_id`]: id, created_at: Date.now() } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await bump(tx, `user:${userId}`)
}

/** False when there was no such wish. */
export async function removeWish(tx: Tx, userId: number, noun: Noun, id: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('want_to_read')
    .where('user_id', '=', userId)
    .where(noun === 'book' ? 'book_id' : 'series_id', '=', id)
    .executeTakeFirst()
  if (gone.numDeletedRows > 0n) await bump(tx, `user:${userId}`)
  return gone.numDeletedRows > 0n
}
