import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import type { Tables } from '../tables.ts'
import { newUid, type Uid } from '../uid.ts'

/** A plugin's change, with the previous values. */
export interface NewMetadataChange {
  pluginId: number | null
  pluginName: string
  seriesId: number | null
  bookId: number | null
  userId: number | null
  externalId: string | null
  title: string | null
  fields: readonly string[]
  before: object
}

export type MetadataChangeRow = Selectable<Tables['metadata_change']>

export async function insertMetadataChange(tx: Tx, change: NewMetadataChange, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('metadata_change')
    .values({
      uid: newUid(),
      plugin_id: change.pluginId,
      plugin_name: change.pluginName,
      series_id: change.seriesId,
      book_id: change.bookId,
      user_id: change.userId,
      external_id: change.externalId,
      title: change.title,
      fields: JSON.stringify(change.fields),
      before: JSON.stringify(change.before),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** For parts that are written after the rest of a change, like its cover. */
export async function extendMetadataChange(
  tx: Tx,
  id: number,
  { fields, before }: Pick<NewMetadataChange, 'fields' | 'before'>,
): Promise<void> {
  const texts = { fields: JSON.stringify(fields), before: JSON.stringify(before) }
  await tx.updateTable('metadata_change').set(texts).where('id', '=', id).execute()
}

export async function listMetadataChanges(
  db: Queryable,
  of: { seriesId: number } | { bookId: number },
  limit = 100,
): Promise<MetadataChangeRow[]> {
  return db.query
    .selectFrom('metadata_change')
    .selectAll()
    .where('seriesId' in of ? 'series_id' : 'book_id', '=', 'seriesId' in of ? of.seriesId : of.bookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Later changes of the same series or book that weren't undone. */
export async function listMetadataChangesSince(db: Queryable, change: MetadataChangeRow): Promise<MetadataChangeRow[]> {
  return db.query
    .selectFrom('metadata_change')
    .selectAll()
    .where(change.series_id === null ? 'book_id' : 'series_id', '=', change.series_id ?? change.book_id)
    .where('id', '>', change.id)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function findMetadataChange(db: Queryable, uid: Uid): Promise<MetadataChangeRow | undefined> {
  return db.query.selectFrom('metadata_change').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** Whether this record of a provider was undone after it was last applied to the series or book. */
export async function wasRecordUndone(
  db: Queryable,
  {
    pluginId,
    externalId,
    ...of
  }: { pluginId: number; externalId: string } & ({ seriesId: number } | { bookId: number }),
): Promise<boolean> {
  const last = await db.query
    .selectFrom('metadata_change')
    .select('undone_at')
    .where('seriesId' in of ? 'series_id' : 'book_id', '=', 'seriesId' in of ? of.seriesId : of.bookId)
    .where('plugin_id', '=', pluginId)
    .where('external_id', '=', externalId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last !== undefined && last.undone_at !== null
}

/** False if it is already undone. */
export async function markMetadataChangeUndone(tx: Tx, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('metadata_change')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
