import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import type { Queryable, Tx } from '../open.ts'
import type { Uid } from '../uid.ts'

/** The kind of item that a source's id identifies. */
export type ForeignIdKind =
  | 'library'
  | 'series'
  | 'book'
  | 'chapter'
  | 'collection'
  | 'readList'
  | 'user'
  | 'relation'
  | 'key'
  | 'filter'
  | 'cover'
  | 'coverId'

export interface StoredForeignId {
  foreignId: string
  uid: Uid
  /** The imported values as short hashes. For a `cover`, which is identified by its picture: its owner. */
  state: string | null
}

export async function findStoredForeignIds(
  db: Pick<Queryable, 'query'>,
  sourceId: number,
  kind: ForeignIdKind,
  foreignIds: readonly string[],
): Promise<Map<string, StoredForeignId>> {
  const found = new Map<string, StoredForeignId>()
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

export async function storeForeignIds(
  tx: Tx,
  sourceId: number,
  kind: ForeignIdKind,
  ids: readonly StoredForeignId[],
): Promise<void> {
  // If a database contains an id twice, the last one wins: PostgreSQL can't update a row twice in one statement.
  const once = [...new Map(ids.map((one) => [one.foreignId, one])).values()]
  for (const some of inChunks(once)) {
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

/** Our ids for ids of another server, of any kind; the newest import wins. */
export async function findUidsByForeignIds(
  db: Pick<Queryable, 'query'>,
  foreignIds: readonly string[],
): Promise<Map<string, Uid>> {
  const rows = await db.query
    .selectFrom('import_id')
    .select(['foreign_id', 'uid'])
    .where('kind', 'in', KINDS)
    .where('foreign_id', 'in', foreignIds)
    .orderBy('source_id')
    .execute()
  return new Map(rows.map((row) => [row.foreign_id, row.uid]))
}

const KINDS: readonly ForeignIdKind[] = ['book', 'series', 'library', 'collection', 'readList', 'user', 'coverId']

/** Our id for one id of such a server; the newest import wins. */
export async function findUidByForeignId(
  db: Pick<Queryable, 'query'>,
  sourceKind: string,
  kind: ForeignIdKind,
  foreignId: string,
): Promise<Uid | undefined> {
  const row = await db.query
    .selectFrom('import_id as i')
    .innerJoin('import_source as s', 's.id', 'i.source_id')
    .select('i.uid')
    .where('i.kind', '=', kind)
    .where('i.foreign_id', '=', foreignId)
    .where('s.kind', '=', sourceKind)
    .orderBy('i.source_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.uid
}

/**
 * The ids of items on another server of that kind. The last one of an item is the one to show: of two rows about the
 * same file, such as a deleted one and the one that replaced it, the newer has the higher id.
 */
export async function findForeignIds(
  db: Pick<Queryable, 'query'>,
  sourceKind: string,
  uids: readonly Uid[],
): Promise<{ uid: Uid; foreignId: string }[]> {
  return db.query
    .selectFrom('import_id as i')
    .innerJoin('import_source as s', 's.id', 'i.source_id')
    .select(['i.uid', 'i.foreign_id as foreignId'])
    .where('i.uid', 'in', uids)
    .where('i.kind', 'in', KINDS)
    .where('s.kind', '=', sourceKind)
    .orderBy('i.source_id')
    .orderBy('i.foreign_id')
    .execute()
}

export async function hasForeignIds(db: Pick<Queryable, 'query'>, sourceKind: string): Promise<boolean> {
  const row = await db.query
    .selectFrom('import_source')
    .select('id')
    .where('kind', '=', sourceKind)
    .where('last_run_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
