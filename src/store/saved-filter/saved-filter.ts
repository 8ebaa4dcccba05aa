import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import type { Tables } from '../tables.ts'
import { newUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'

export type SavedFilterRow = Selectable<Tables['saved_filter']>

/** The viewer's own filters and shared ones. A shared filter still finds only what the viewer may see. */
export async function listSavedFilters(db: Pick<Queryable, 'query'>, viewer: Viewer): Promise<SavedFilterRow[]> {
  return db.query
    .selectFrom('saved_filter')
    .selectAll()
    .where((eb) => eb.or([eb('user_id', '=', viewer.userId), eb('is_shared', '=', 1)]))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export const listSavedFiltersOfUser = (db: Pick<Queryable, 'query'>, userId: number): Promise<SavedFilterRow[]> =>
  db.query.selectFrom('saved_filter').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export async function findSavedFilter(
  db: Pick<Queryable, 'query'>,
  viewer: Viewer,
  uid: Uint8Array,
): Promise<SavedFilterRow | undefined> {
  return db.query
    .selectFrom('saved_filter')
    .selectAll()
    .where('uid', '=', uid)
    .where((eb) => eb.or([eb('user_id', '=', viewer.userId), eb('is_shared', '=', 1)]))
    .executeTakeFirst()
}

type SavedFilterFields = Pick<SavedFilterRow, 'name' | 'target' | 'query' | 'is_shared'>

export async function addSavedFilter(
  tx: Tx,
  userId: number,
  fields: SavedFilterFields,
  now = Date.now(),
): Promise<SavedFilterRow> {
  const row = await tx
    .insertInto('saved_filter')
    .values({ uid: newUid(), user_id: userId, ...fields, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await bumpRevisions(tx, `user:${userId}`)
  return row
}

export async function changeSavedFilter(
  tx: Tx,
  row: SavedFilterRow,
  fields: SavedFilterFields,
): Promise<SavedFilterRow> {
  const changed = await tx
    .updateTable('saved_filter')
    .set({ ...fields, updated_at: Date.now() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await bumpRevisions(tx, `user:${row.user_id}`)
  return changed
}

export async function deleteSavedFilter(tx: Tx, row: SavedFilterRow): Promise<void> {
  await tx.deleteFrom('saved_filter').where('id', '=', row.id).execute()
  await bumpRevisions(tx, `user:${row.user_id}`)
}
