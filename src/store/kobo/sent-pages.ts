import { sql } from 'kysely'
import type { Db, Tx } from '../open.ts'
import type { KoboBook } from './books.ts'
import type { KoboDeviceRow } from './devices.ts'
import type { PendingKoboBook } from './pending-changes.ts'
import { storeReadingCounter } from './reading-time.ts'

/** Stores what was sent on a page. */
export async function recordBooksSent(
  tx: Tx,
  deviceId: number,
  page: number,
  rows: readonly PendingKoboBook[],
  books: ReadonlyMap<number, KoboBook>,
): Promise<void> {
  for (const { book_id, pending } of rows) {
    const book = books.get(book_id)
    const minutes = pending === 'metadata' ? 0 : (book?.state?.minutes ?? 0)
    if (minutes > 0) await storeReadingCounter(tx, deviceId, book_id, minutes)
    await tx
      .updateTable('kobo_book')
      .set({ ...columnsAfterSending(pending, book), page })
      .where('device_id', '=', deviceId)
      .where('book_id', '=', book_id)
      .execute()
  }
}

/** What the device has of a book once the change has arrived, and what has to be sent next. */
function columnsAfterSending(change: PendingKoboBook['pending'], book: KoboBook | undefined) {
  if (change === 'removed' || !book) return { last_sent: 'removed', pending: null }
  const { fingerprint, hash } = book
  const state_at = book.state?.at ?? 0
  if (change === 'state') return { last_sent: change, state_at, pending: null }
  if (change === 'metadata') {
    const pending = sql<string | null>`case when state_at <> ${state_at} then 'state' end`
    return { last_sent: change, fingerprint, pending }
  }
  // A new file opens at its cover: the reading state must be sent again.
  const pending = change === 'file' && state_at > 0 ? 'state' : null
  return { last_sent: change, fingerprint, hash, state_at, pending }
}

export async function updateDeviceSyncColumns(
  tx: Tx,
  device: KoboDeviceRow,
  changes: Partial<
    Pick<
      KoboDeviceRow,
      | 'page'
      | 'session_page'
      | 'is_open'
      | 'is_store_open'
      | 'repeats'
      | 'arrived_page'
      | 'token_habit'
      | 'checked_revision'
    >
  >,
  now: number,
): Promise<void> {
  await tx
    .updateTable('kobo_device')
    .set({ ...changes, paged_at: now, last_sync_at: now, last_seen_at: now })
    .where('id', '=', device.id)
    .execute()
}

/** Queues the content of these pages to be sent again. */
export async function requeueBooksAndTagsOfPages(
  tx: Tx,
  deviceId: number,
  after: number,
  before: number,
): Promise<void> {
  if (before - after < 2) return
  await sql`update kobo_book set pending = last_sent where device_id = ${deviceId} and page > ${after} and page < ${before}
    and last_sent is not null and (pending is null or pending = 'state') and is_hidden = 0`.execute(tx)
  await sql`update kobo_tag set fingerprint = '' where device_id = ${deviceId} and page > ${after} and page < ${before}`.execute(
    tx,
  )
}

/**
 * The connection broke before this page was sent. If the device has meanwhile proved that it has the page, nothing is
 * lost.
 */
export async function requeueBrokenOffPage(tx: Tx, deviceId: number, page: number): Promise<void> {
  // The write locks the row: a page that is just being confirmed counts.
  const { numUpdatedRows } = await tx
    .updateTable('kobo_device')
    .set((eb) => ({ arrived_page: eb.ref('arrived_page') }))
    .where('id', '=', deviceId)
    .where('arrived_page', '<', page)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await requeueBooksAndTagsOfPages(tx, deviceId, page - 1, page + 1)
}

/**
 * The device requested a book that only a certain page contained: this page arrived, whatever token the device sends,
 * and needn't be sent again. So a downloaded book is never sent again because a response seemed lost.
 */
export async function recordPageArrival(db: Db, device: KoboDeviceRow, bookId: number): Promise<void> {
  if (device.arrived_page >= device.page) return
  const row = await db.query
    .selectFrom('kobo_book')
    .select('page')
    .where('device_id', '=', device.id)
    .where('book_id', '=', bookId)
    .where('last_sent', 'in', ['new', 'file'])
    .where('page', '>', device.arrived_page)
    .executeTakeFirst()
  if (!row) return
  await db.transaction(async (tx) => {
    await tx
      .updateTable('kobo_device')
      .set({ arrived_page: row.page })
      .where('id', '=', device.id)
      .where('arrived_page', '<', row.page)
      .execute()
    await tx
      .updateTable('kobo_book')
      .set({ pending: null })
      .where('device_id', '=', device.id)
      .where('page', '=', row.page)
      .where('last_sent', '=', 'new')
      .where('pending', '=', 'new')
      .execute()
  })
}
