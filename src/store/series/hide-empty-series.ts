import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import { addToVisibilityClassCounts, updateVisibilityClasses } from '../visibility/visibility-class.ts'

/** Hides series without live books from all lists, like deleted books: class 0. */
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

/** Called before a book is added or restored: the series gets the class of its library, age rating and sharing tags. */
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
