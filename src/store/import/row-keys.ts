import { inChunks } from '../in-chunks.ts'
import type { Queryable, Tx } from '../open.ts'
import type { Uid } from '../uid.ts'

/** Single rows imported from a source, as short hashes. They are stored beside its ids and deleted with them. */
const KIND = 'row'
/** Rows have no id of ours. */
const NOTHING: Uid = new Uint8Array(16)

export async function hasRowKeys(db: Pick<Queryable, 'query'>, sourceId: number): Promise<boolean> {
  const row = await db.query
    .selectFrom('import_id')
    .select('foreign_id')
    .where('source_id', '=', sourceId)
    .where('kind', '=', KIND)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findKnownRowKeys(
  db: Pick<Queryable, 'query'>,
  sourceId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of inChunks(keys)) {
    const rows = await db.query
      .selectFrom('import_id')
      .select('foreign_id')
      .where('kind', '=', KIND)
      .where('foreign_id', 'in', some)
      .where('source_id', '=', sourceId)
      .execute()
    for (const row of rows) found.add(row.foreign_id)
  }
  return found
}

export async function storeRowKeys(tx: Tx, sourceId: number, keys: readonly string[]): Promise<void> {
  for (const some of inChunks([...new Set(keys)])) {
    const rows = some.map((key) => ({ kind: KIND, foreign_id: key, source_id: sourceId, uid: NOTHING, state: null }))
    await tx
      .insertInto('import_id')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
