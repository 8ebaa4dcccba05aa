import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'

/**
 * Called before any change to a user's progress in a series: waits for concurrent changes of the same user, because
 * sums computed in parallel would each miss the other's change. Always in the same order, so that two writers never
 * deadlock.
 */
export async function lockSeriesProgressSums(tx: Tx, userId: number, seriesIds: readonly number[]): Promise<void> {
  for (const some of inChunks([...seriesIds].sort((a, b) => a - b))) {
    await tx
      .insertInto('series_progress')
      .values(some.map((series_id) => ({ user_id: userId, series_id, done: 0, open: 0, last_read: 0 })))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'series_id']).doUpdateSet((eb) => ({ open: eb.ref('series_progress.open') })),
      )
      .execute()
  }
}

/** Recomputes the user's sums of these series from their books; those without any have no row. */
export async function sumSeriesProgress(tx: Tx, userId: number, seriesIds: readonly number[]): Promise<void> {
  for (const some of inChunks(seriesIds)) {
    await tx.deleteFrom('series_progress').where('user_id', '=', userId).where('series_id', 'in', some).execute()
    // `cross join` fixes the order for SQLite's planner: from the series' few books to their progress.
    await sql`insert into series_progress (user_id, series_id, done, open, last_read)
      select p.user_id, b.series_id, sum(p.done), sum(1 - p.done), max(p.read_at)
      from book b cross join progress p
      where b.series_id in (${sql.join(some)}) and b.deleted_at is null and p.user_id = ${userId} and p.book_id = b.id
      group by p.user_id, b.series_id`.execute(tx)
  }
}

export async function updateSeriesProgressSums(tx: Tx, userId: number, seriesId: number): Promise<void> {
  await lockSeriesProgressSums(tx, userId, [seriesId])
  await sumSeriesProgress(tx, userId, [seriesId])
}
