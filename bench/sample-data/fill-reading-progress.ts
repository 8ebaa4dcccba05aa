import { sql } from 'kysely'
import type { Db } from '../../src/store/open.ts'
import { newUid } from '../../src/store/uid.ts'
import { progressRow } from '../../test/rows.ts'

/** A few users, each of whom has opened one book in twenty. */
export async function fillReadingProgress(db: Db, random: () => number): Promise<number[]> {
  const now = Date.UTC(2026, 0, 1)
  const users: number[] = []
  for (const username of ['ann', 'bob', 'cem']) {
    const { id } = await db.transaction((tx) =>
      tx
        .insertInto('user')
        .values({ uid: newUid(), username, username_key: username, role: 'reader', created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    users.push(id)
    const { rows } = await sql<{ id: number; series_id: number }>`select id, series_id from book
      where id % 20 = ${users.length} order by id`.execute(db.query)
    for (let start = 0; start < rows.length; start += 5000) {
      const chunk = rows.slice(start, start + 5000)
      await db.transaction(async (tx) => {
        for (let at = 0; at < chunk.length; at += 500) {
          const values = chunk.slice(at, at + 500).map((book) => sampleProgress(id, book, now, random))
          await tx.insertInto('progress').values(values).execute()
        }
      })
    }
  }
  await db.transaction((tx) =>
    sql`insert into series_progress (user_id, series_id, done, open, last_read)
      select p.user_id, p.series_id, sum(p.done), sum(1 - p.done), max(p.read_at) from progress p
      group by p.user_id, p.series_id`.execute(tx),
  )
  return users
}

function sampleProgress(userId: number, book: { id: number; series_id: number }, now: number, random: () => number) {
  const at = now - Math.floor(random() * 3 * 365 * 86_400_000)
  const done = random() < 0.8 ? 1 : 0
  const page = 1 + Math.floor(random() * 20)
  const times = { started_at: at, read_at: at, completed_at: done ? at : null }
  return progressRow(userId, book, { done, page, percentage: done ? 1 : 0.3, ...times })
}
