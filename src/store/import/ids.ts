import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import type { Queryable, Tx } from '../open.ts'
import type { Uid } from '../uid.ts'

/** What a source's id stands for. */
export type ForeignKind = 'library' | 'series' | 'book' | 'collection' | 'readList' | 'user'

export interface RememberedId {
  foreignId: string
  uid: Uid
  /** A short hash of what was taken over from it. */
  state: string | null
}

export async function findRememberedIds(
  db: Pick<Queryable, 'query'>,
  sourceId: number,
  kind: ForeignKind,
  foreignIds: readonly string[],
): Promise<Map<string, RememberedId>> {
  const found = new Map<string, RememberedId>()
  for (const ids of inChunks(foreignIds)) {
    const rows = await db.query
      .selectFrom('import_id')
      .select(['foreign_id', 'uid', 'state'])
      .where('kind', '=', kind)
      .where('foreign_id', 'in', ids)
      .where('source_id', '=', sourceId)
      .execute()
    for (const row of rows) found.set(row.foreign_id, { foreignId: row.foreign_id, uid: row.uid, state: row.state })
  }
  return found
}

export async function rememberIds(
  tx: Tx,
  sourceId: number,
  kind: ForeignKind,
  ids: readonly RememberedId[],
): Promise<void> {
  for (const some of inChunks(ids)) {
    await tx
      .insertInto('import_id')
      .values(
        some.map(({ foreignId, uid, state }) => ({ kind, foreign_id: foreignId, source_id: sourceId, uid, state })),
      )
      .onConflict((conflict) =>
        conflict.columns(['kind', 'foreign_id', 'source_id']).doUpdateSet((eb) => ({
          uid: eb.ref('excluded.uid'),
          state: sql`coalesce(excluded.state, import_id.state)` as never,
        })),
      )
      .execute()
  }
}
