import { type EntityName, idColumnOf } from '../entity.ts'
import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'

/** Which of these somebody wants to read. */
export async function findWantToRead(
  tx: Pick<Tx, 'selectFrom'>,
  userId: number,
  entity: EntityName,
  ids: readonly number[],
): Promise<Set<number>> {
  const column = idColumnOf(entity)
  const found = new Set<number>()
  for (const some of inChunks([...new Set(ids)])) {
    const rows = await tx
      .selectFrom('want_to_read')
      .select(column)
      .where('user_id', '=', userId)
      .where(column, 'in', some)
      .execute()
    for (const row of rows) found.add((row as Record<string, number>)[column]!)
  }
  return found
}

export async function insertImportedWantToRead(
  tx: Tx,
  userId: number,
  entity: EntityName,
  wanted: ReadonlyMap<number, number>,
): Promise<void> {
  for (const some of inChunks([...wanted])) {
    await tx
      .insertInto('want_to_read')
      .values(some.map(([id, at]) => ({ user_id: userId, [idColumnOf(entity)]: id, created_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
