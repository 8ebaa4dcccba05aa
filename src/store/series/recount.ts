import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import { ClassCounts } from '../visibility/visibility-class.ts'

/**
 * The only place that computes a series' counters. Every insert, delete, restore and move of a book ends with it, for
 * all affected series; the totals per class are updated by the difference.
 */
export async function recountSeries(tx: Tx, seriesIds: readonly number[]): Promise<void> {
  const counts = new ClassCounts()
  for (const seriesId of [...new Set(seriesIds)].sort((a, b) => a - b)) {
    const before = await tx
      .selectFrom('series')
      .select(['class', 'book_count'])
      .where('id', '=', seriesId)
      .executeTakeFirst()
    if (!before) continue
    const now = await tx
      .selectFrom('book')
      .select((eb) => [
        eb.fn.countAll<number>().as('books'),
        eb.fn.sum<number | null>('file_size').as('size'),
        eb.fn.sum<number | null>('page_count').as('pages'),
        eb.fn.max('created_at').as('newest'),
        eb.fn.max('file_changed_at').as('filesChanged'),
      ])
      .where('series_id', '=', seriesId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('series')
      .set({
        book_count: now.books,
        file_size: now.size ?? 0,
        page_count: now.pages ?? 0,
        last_book_at: now.newest,
        files_changed_at: now.filesChanged ?? 0,
      })
      .where('id', '=', seriesId)
      .execute()
    counts.add(before.class, now.books - before.book_count, 0)
  }
  await counts.write(tx)
}

/** Unread counts are computed from these sums, so they are rebuilt when a series' books change. */
export async function recountSeriesProgress(tx: Tx, seriesIds: readonly number[]): Promise<void> {
  for (const seriesId of new Set(seriesIds)) {
    await tx.deleteFrom('series_progress').where('series_id', '=', seriesId).execute()
    await sql`insert into series_progress (user_id, series_id, done, open, last_read)
      select p.user_id, b.series_id, sum(p.done), sum(1 - p.done), max(p.read_at)
      from book b cross join progress p
      where b.series_id = ${seriesId} and b.deleted_at is null and p.book_id = b.id
      group by p.user_id, b.series_id`.execute(tx)
  }
}
