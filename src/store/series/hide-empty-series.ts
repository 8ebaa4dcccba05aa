import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import { addToVisibilityClassCounts, updateVisibilityClasses } from '../visibility/visibility-class.ts'

/** A series without a live book is in no list, like the deleted books in it: class 0. */
export async function hideEmptySeries(tx: Tx, seriesIds: readonly number[]): Promise<void> {
  if (seriesIds.length === 0) return
  const empty = await tx
    .selectFrom('series')
    .select(['id', 'class'])
    .where('id', 'in', [...new Set(seriesIds)])
    .where('book_count', '=', 0)
    .where('class', '<>', 0)
    .execute()
  for (const { id, class: of } of empty) {
    await tx.updateTable('series').set({ class: 0 }).where('id', '=', id).execute()
    await addToVisibilityClassCounts(tx, of, 0, -1)
  }
}

/** Before a book comes (back) into such a series: it is what its library, age rating and sharing tags make it. */
export async function unhideSeries(tx: Tx, seriesIds: readonly number[]): Promise<void> {
  if (seriesIds.length === 0) return
  const hidden = await tx
    .selectFrom('series')
    .select('id')
    .where('id', 'in', [...new Set(seriesIds)])
    .where('class', '=', sql.lit(0))
    .execute()
  await updateVisibilityClasses(
    tx,
    hidden.map((series) => series.id),
  )
}
