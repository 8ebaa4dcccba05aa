import { sql } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { readKoboBooks } from './books.ts'
import type { KoboDeviceRow } from './devices.ts'
import { booksInKoboScopeSql, type KoboScope } from './scope.ts'

/** A book of which the device has to learn something. */
export interface PendingKoboBook {
  book_id: number
  uid: Uint8Array
  pending: 'new' | 'file' | 'metadata' | 'removed' | 'state'
}

/** Compares what the device should have with what was sent, and stores every difference. */
export async function recordPendingBookChanges(
  db: Queryable,
  tx: Tx,
  viewer: Viewer,
  device: KoboDeviceRow,
  scope: KoboScope,
  revision: string,
): Promise<void> {
  const id = device.id
  const inScope = booksInKoboScopeSql(db, viewer, scope)
  const isWanted = sql`book_id in (select b.id ${inScope})`
  // Removed from the device, or hidden there and no longer wanted: if wanted again later, the book is new.
  await sql`delete from kobo_book where device_id = ${id} and not (${isWanted})
    and (last_sent is null or last_sent = 'removed' or is_hidden = 1) and pending is distinct from 'removed'`.execute(
    tx,
  )
  await sql`update kobo_book set pending = 'removed' where device_id = ${id} and is_hidden = 0 and last_sent is not null
    and last_sent <> 'removed' and not (${isWanted})`.execute(tx)
  // Selected again before the device learned of its removal: it still has the book, and must not download it again.
  await sql`update kobo_book set pending = null where device_id = ${id} and pending = 'removed' and last_sent <> 'removed'
    and ${isWanted}`.execute(tx)
  await sql`update kobo_book set pending = 'new' where device_id = ${id} and is_hidden = 0
    and last_sent = 'removed' and ${isWanted}`.execute(tx)
  await sql`insert into kobo_book (device_id, book_id, uid, pending)
    select ${sql.lit(id)}, b.id, b.uid, 'new' ${inScope} on conflict do nothing`.execute(tx)
  await sql`update kobo_book set pending = 'file' where device_id = ${id} and is_hidden = 0 and pending is null
    and exists (select 1 from book b where b.id = kobo_book.book_id and b.hash <> kobo_book.hash and b.hash <> '')`.execute(
    tx,
  )
  if (device.checked_revision !== revision) await recordMetadataChanges(db, tx, viewer, id)
  await sql`update kobo_book set pending = 'state' where device_id = ${id} and is_hidden = 0 and pending is null
    and (exists (select 1 from progress p where p.user_id = ${viewer.userId} and p.book_id = kobo_book.book_id
        and p.read_at > kobo_book.state_at)
      or (state_at > 0 and not exists (select 1 from progress p where p.user_id = ${viewer.userId}
        and p.book_id = kobo_book.book_id)))`.execute(tx)
}

/** Titles, authors, series and covers: compared by the fingerprint of what was sent. */
async function recordMetadataChanges(db: Queryable, tx: Tx, viewer: Viewer, deviceId: number): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('kobo_book')
      .select(['book_id', 'fingerprint'])
      .where('device_id', '=', deviceId)
      .where('is_hidden', '=', 0)
      .where('pending', 'is', null)
      .where('book_id', '>', after)
      .orderBy('book_id')
      .limit(500)
      .execute()
    if (rows.length === 0) return
    after = rows.at(-1)!.book_id
    const books = await readKoboBooks(
      db,
      viewer,
      rows.map((row) => row.book_id),
    )
    const changed = rows.filter((row) => {
      const book = books.get(row.book_id)
      return book !== undefined && book.fingerprint !== row.fingerprint
    })
    if (changed.length > 0) {
      await tx
        .updateTable('kobo_book')
        .set({ pending: 'metadata' })
        .where('device_id', '=', deviceId)
        .where(
          'book_id',
          'in',
          changed.map((row) => row.book_id),
        )
        .execute()
    }
  }
}

/** The next changes to send. */
export async function takePendingBooks(tx: Tx, deviceId: number, max: number): Promise<PendingKoboBook[]> {
  const { rows } = await sql<PendingKoboBook>`select book_id, uid, pending from kobo_book
    where device_id = ${deviceId} and pending is not null
    order by case pending when 'new' then 0 when 'file' then 1 when 'metadata' then 2 when 'removed' then 3 else 4 end,
      book_id limit ${sql.lit(max)}`.execute(tx)
  return rows
}

export async function hasPendingBooks(tx: Tx, deviceId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('kobo_book')
    .select('book_id')
    .where('device_id', '=', deviceId)
    .where('pending', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
