import { type EntityName, idColumnOf } from '../entity.ts'
import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'

/** The tables for series or books that a user wants to read, and for followed and hidden series. */
export type MarkedItemTable = 'want_to_read' | 'series_follow' | 'hidden_series'

/** Which of these the user has marked. */
export async function findMarkedItems(
  tx: Pick<Tx, 'selectFrom'>,
  table: MarkedItemTable,
  userId: number,
  entity: EntityName,
  ids: readonly number[],
): Promise<Set<number>> {
  const column = idColumnOf(entity) as 'series_id'
  const found = new Set<number>()
  for (const some of inChunks([...new Set(ids)])) {
    const rows = await tx
      .selectFrom(table)
      .select(column)
      .where('user_id', '=', userId)
      .where(column, 'in', some)
      .execute()
    for (const row of rows) found.add(row[column]!)
  }
  return found
}

export async function insertMarkedItems(
  tx: Tx,
  table: MarkedItemTable,
  userId: number,
  entity: EntityName,
  markedAt: ReadonlyMap<number, number>,
): Promise<void> {
  const column = idColumnOf(entity) as 'series_id'
  for (const some of inChunks([...markedAt])) {
    await tx
      .insertInto(table)
      .values(some.map(([id, at]) => ({ user_id: userId, [column as 'series_id']: id, created_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
