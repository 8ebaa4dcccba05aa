import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import type { Tables } from '../tables.ts'
import { newUid } from '../uid.ts'

export type KoboDeviceRow = Selectable<Tables['kobo_device']>

export async function listKoboDevices(db: Pick<Queryable, 'query'>, userId: number): Promise<KoboDeviceRow[]> {
  return db.query.selectFrom('kobo_device').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export async function findKoboDevice(
  db: Pick<Queryable, 'query'>,
  userId: number,
  uid: Uint8Array,
): Promise<KoboDeviceRow | undefined> {
  return db.query
    .selectFrom('kobo_device')
    .selectAll()
    .where('user_id', '=', userId)
    .where('uid', '=', uid)
    .executeTakeFirst()
}

export async function findKoboDeviceByToken(
  db: Pick<Queryable, 'query'>,
  tokenHash: string,
): Promise<KoboDeviceRow | undefined> {
  return db.query.selectFrom('kobo_device').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** By the id in our own access tokens. */
export async function findKoboDeviceByUid(
  db: Pick<Queryable, 'query'>,
  uid: Uint8Array,
): Promise<KoboDeviceRow | undefined> {
  return db.query.selectFrom('kobo_device').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** By a store token that the device has sent together with our own. */
export async function findKoboDeviceByBearer(
  db: Pick<Queryable, 'query'>,
  hash: string,
): Promise<KoboDeviceRow | undefined> {
  return db.query
    .selectFrom('kobo_device')
    .innerJoin('kobo_bearer', 'kobo_bearer.device_id', 'kobo_device.id')
    .selectAll('kobo_device')
    .where('kobo_bearer.hash', '=', hash)
    .executeTakeFirst()
}

/** Keeps only the newest few: the store renews its tokens every hour. */
export async function storeKoboBearerHash(tx: Tx, deviceId: number, hash: string, now: number): Promise<void> {
  await tx
    .insertInto('kobo_bearer')
    .values({ hash, device_id: deviceId, seen_at: now })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ device_id: deviceId, seen_at: now }))
    .execute()
  const newest = await tx
    .selectFrom('kobo_bearer')
    .select('hash')
    .where('device_id', '=', deviceId)
    .orderBy('seen_at', 'desc')
    .limit(BEARERS_PER_DEVICE)
    .execute()
  await tx
    .deleteFrom('kobo_bearer')
    .where('device_id', '=', deviceId)
    .where(
      'hash',
      'not in',
      newest.map((row) => row.hash),
    )
    .execute()
}

const BEARERS_PER_DEVICE = 4

export async function addKoboDevice(
  tx: Tx,
  device: Pick<KoboDeviceRow, 'user_id' | 'name' | 'token_hash' | 'scope'> & { api_key_id?: number },
): Promise<KoboDeviceRow> {
  return tx
    .insertInto('kobo_device')
    .values({ ...device, uid: newUid(), created_at: Date.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type StoreColumn = 'store_page' | 'store_from' | 'store_next' | 'is_store_open'

/** The connection broke before the store's data was sent: the same data is requested again. */
export async function rewindStorePage(tx: Tx, deviceId: number, storePage: number): Promise<void> {
  await tx
    .updateTable('kobo_device')
    .set((eb) => ({ store_next: eb.ref('store_from'), is_store_open: 0 }))
    .where('id', '=', deviceId)
    .where('store_page', '=', storePage)
    .execute()
}

/** Counts a response without any of our own books. */
export async function incrementSyncPageNumber(tx: Tx, deviceId: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('kobo_device')
    .set((eb) => ({ page: eb('page', '+', 1) }))
    .where('id', '=', deviceId)
    .returning('page')
    .executeTakeFirst()
  return row?.page
}

export async function changeKoboDevice(
  tx: Tx,
  id: number,
  changes: Partial<
    Pick<
      KoboDeviceRow,
      'name' | 'scope' | 'model' | 'firmware' | 'token_habit' | 'last_seen_at' | 'is_open' | StoreColumn
    >
  >,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await tx.updateTable('kobo_device').set(changes).where('id', '=', id).execute()
}

export async function deleteKoboDevice(tx: Tx, id: number): Promise<void> {
  // Otherwise its next request would add a Kobo with an imported key again.
  const key = tx.selectFrom('kobo_device').select('api_key_id').where('id', '=', id)
  await tx.updateTable('api_key').set({ kobo_scope: null }).where('id', 'in', key).execute()
  await tx.deleteFrom('kobo_device').where('id', '=', id).execute()
}

export async function deleteKoboDevicesOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('kobo_device').where('user_id', '=', userId).execute()
}

/** Books on the device according to what was sent, newest first; or books removed on it. */
export async function listBookIdsOnKobo(
  db: Pick<Queryable, 'query'>,
  deviceId: number,
  { hidden, limit, offset }: { hidden: boolean; limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const from = db.query
    .selectFrom('kobo_book')
    .where('device_id', '=', deviceId)
    .where('is_hidden', '=', hidden ? 1 : 0)
    .where('last_sent', 'is not', null)
    .where('last_sent', '!=', 'removed')
  const rows = await from
    .select('book_id')
    .orderBy('page', 'desc')
    .orderBy('book_id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { n } = await from.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return { ids: rows.map((row) => row.book_id), total: Number(n) }
}

/** Whether a book with this id was ever sent to the device, even if the book is deleted by now. */
export async function wasBookSentToKobo(
  db: Pick<Queryable, 'query'>,
  deviceId: number,
  uid: Uint8Array,
): Promise<boolean> {
  const row = await db.query
    .selectFrom('kobo_book')
    .select('book_id')
    .where('device_id', '=', deviceId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row !== undefined
}

/** Clears the sync state: everything is sent again, and the device downloads it again. */
export async function resendKoboBooks(tx: Tx, deviceId: number, bookIds?: readonly number[]): Promise<void> {
  let books = tx.deleteFrom('kobo_book').where('device_id', '=', deviceId)
  if (bookIds) books = books.where('book_id', 'in', bookIds.length > 0 ? [...bookIds] : [-1])
  await books.execute()
  if (!bookIds) await tx.deleteFrom('kobo_tag').where('device_id', '=', deviceId).execute()
}

/** The user removed the book on the device: it isn't sent to this device again. */
export async function hideKoboBook(tx: Tx, deviceId: number, bookUid: Uint8Array): Promise<void> {
  await tx
    .updateTable('kobo_book')
    .set({ is_hidden: 1, pending: null })
    .where('device_id', '=', deviceId)
    .where('uid', '=', bookUid)
    .execute()
}

/** The device itself reported this state: it needn't be sent back. */
export async function recordStateKnownToKobo(tx: Tx, deviceId: number, bookId: number, at: number): Promise<void> {
  await tx
    .updateTable('kobo_book')
    .set({ state_at: at })
    .where('device_id', '=', deviceId)
    .where('book_id', '=', bookId)
    .execute()
  await tx
    .updateTable('kobo_book')
    .set({ pending: null })
    .where('device_id', '=', deviceId)
    .where('book_id', '=', bookId)
    .where('pending', '=', 'state')
    .execute()
}
