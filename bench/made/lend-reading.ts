import { sql } from 'kysely'
import { openDatabase } from '../../src/store/open.ts'

/** Gives an account the progress of one who reads: an empty shelf says nothing about how fast shelves are. */
export async function lendReading(dataDir: string, username: string, reader = 'ann'): Promise<void> {
  const db = await openDatabase({ dataDir, writes: 'inline' })
  const idOf = (name: string) => sql`(select id from user where username = ${name})`
  await db.transaction(async (tx) => {
    await sql`insert into progress (user_id, book_id, series_id, uid, done, page, percentage, started_at, read_at, completed_at)
      select ${idOf(username)}, book_id, series_id, randomblob(16), done, page, percentage, started_at, read_at, completed_at
      from progress where user_id = ${idOf(reader)}`.execute(tx)
    await sql`insert into series_progress (user_id, series_id, done, open, last_read)
      select ${idOf(username)}, series_id, done, open, last_read
      from series_progress where user_id = ${idOf(reader)}`.execute(tx)
  })
  await db.close()
}
