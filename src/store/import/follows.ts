import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'

/** Which of these somebody follows. */
export async function findFollowedSeries(
  tx: Pick<Tx, 'selectFrom'>,
  userId: number,
  seriesIds: readonly number[],
): Promise<Set<number>> {
  const found = new Set<number>()
  for (const some of inChunks([...new Set(seriesIds)])) {
    const rows = await tx
      .selectFrom('series_follow')
      .select('series_id')
      .where('user_id', '=', userId)
      .where('series_id', 'in', some)
      .execute()
    for (const row of rows) found.add(row.series_id)
  }
  return found
}

export async function insertImportedFollows(
  tx: Tx,
  userId: number,
  followed: ReadonlyMap<number, number>,
): Promise<void> {
  for (const some of inChunks([...followed])) {
    await tx
      .insertInto('series_follow')
      .values(some.map(([id, at]) => ({ user_id: userId, series_id: id, created_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
