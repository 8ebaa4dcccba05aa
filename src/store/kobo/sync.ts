import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { type KoboBook, readKoboBooks } from './books.ts'
import type { KoboDeviceRow } from './devices.ts'
import { storeReadingCounter } from './reading-time.ts'
import { booksInKoboScopeSql, type KoboScope } from './scope.ts'

/** The changes that are sent to a device, in this order. */
export const koboChangeKinds = ['new', 'file', 'metadata', 'removed', 'state'] as const
export type KoboChangeKind = (typeof koboChangeKinds)[number]

export interface KoboBookRow {
  book_id: number
  uid: Uint8Array
  pending: KoboChangeKind
}

/** A sync that was interrupted this long ago is restarted. */
const SESSION_MS = 10 * 60 * 1000

/** How a device handles the tokens of a sync with several pages. */
export const deviceTokenHabits = { unknown: 0, follows: 1, pins: 2 } as const

export interface SyncStep {
  /** The next page of the current sync; otherwise a new one starts. */
  continues: boolean
  /** Pages after the first and before the second number are sent again; they didn't arrive. */
  lost: readonly [after: number, before: number][]
  habit: number
  arrived: number
}

/** How often a page without proof of arrival is sent again: limited, so that no device gets into a loop. */
const MAX_REPEATS = { knownToken: 5, firstPage: 3, otherwise: 1 }

/**
 * Decides what a request gets. Devices send the token of the page they received last. Some firmware repeats the token
 * of the sync's start until its last page, so the position in a running sync is stored here, and the habit is learnt:
 *
 *   running, token of the newest page       → the next page; everything arrived
 *   running, token of the sync's start      → if the device follows: all pages since are lost
 *                                             otherwise the next page
 *   running, token of a page in between     → it follows after all: the pages before and since are lost
 *   new, token of the newest page           → everything arrived
 *   an older token of ours                  → if the device follows: all pages since are lost
 *                                             otherwise the newest page is
 *   no token of ours                        → the newest page may be lost: sent again, a few times at most
 */
export function nextSyncStep(
  device: Pick<
    KoboDeviceRow,
    'page' | 'session_page' | 'is_open' | 'is_store_open' | 'repeats' | 'paged_at' | 'arrived_page' | 'keeps_token'
  >,
  token: number | undefined,
  now: number,
): SyncStep {
  const { page, session_page: began, keeps_token: habit } = device
  const known = token !== undefined && token <= page ? token : undefined
  const arrived = Math.max(device.arrived_page, known ?? 0)
  // Our own pages may be finished while the store's are not: it is the same sync.
  const isOpen = device.is_open === 1 || device.is_store_open === 1
  const isRunning = isOpen && now - device.paged_at < SESSION_MS
  if (isRunning && habit !== deviceTokenHabits.follows && known !== undefined && known > began) {
    // It follows after all: requests with the first token were retries, and the responses before them were lost.
    const lost: SyncStep['lost'] = [
      [began, known],
      [known, page + 1],
    ]
    return { continues: known === page, lost, habit: deviceTokenHabits.follows, arrived }
  }
  const follows = habit === deviceTokenHabits.follows
  const isFirstToken = token === undefined || token === began
  if (isRunning && (known === page || (isFirstToken && !follows))) return { continues: true, lost: [], habit, arrived }

  if (known === page) {
    const pins = habit === deviceTokenHabits.unknown && page - began > 1
    return { continues: false, lost: [], habit: pins ? deviceTokenHabits.pins : habit, arrived }
  }
  const after = Math.max(follows ? (known ?? (isRunning ? began : page - 1)) : page - 1, arrived)
  const isCertain = known !== undefined || (follows && isRunning)
  const max = isCertain ? MAX_REPEATS.knownToken : arrived === 0 ? MAX_REPEATS.firstPage : MAX_REPEATS.otherwise
  if (after >= page) return { continues: false, lost: [], habit, arrived }
  if (device.repeats >= max) return { continues: false, lost: [], habit: deviceTokenHabits.unknown, arrived }
  return { continues: false, lost: [[after, page + 1]], habit, arrived }
}

/** Queues the content of these pages to be sent again. */
export async function requeueBooksAndTagsOfPages(
  tx: Tx,
  deviceId: number,
  after: number,
  before: number,
): Promise<void> {
  if (before - after < 2) return
  await sql`update kobo_book set pending = told where device_id = ${deviceId} and page > ${after} and page < ${before}
    and told is not null and (pending is null or pending = 'state') and is_hidden = 0`.execute(tx)
  await sql`update kobo_tag set print = '' where device_id = ${deviceId} and page > ${after} and page < ${before}`.execute(
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
    .where('told', 'in', ['new', 'file'])
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
      .where('told', '=', 'new')
      .where('pending', '=', 'new')
      .execute()
  })
}

/** Compares what the device should have with what was sent, and stores every difference. */
export async function recordPendingBookChanges(
  asks: Queryable,
  tx: Tx,
  viewer: Viewer,
  device: KoboDeviceRow,
  scope: KoboScope,
  revision: string,
): Promise<void> {
  const id = device.id
  const inScope = booksInKoboScopeSql(asks, viewer, scope)
  const isWanted = sql`book_id in (select b.id ${inScope})`
  // Removed from the device, or hidden there and no longer wanted: if wanted again later, the book is new.
  await sql`delete from kobo_book where device_id = ${id} and not (${isWanted})
    and (told is null or told = 'removed' or is_hidden = 1) and pending is distinct from 'removed'`.execute(tx)
  await sql`update kobo_book set pending = 'removed' where device_id = ${id} and is_hidden = 0 and told is not null
    and told <> 'removed' and not (${isWanted})`.execute(tx)
  // Selected again before the device learned of its removal: it still has the book, and must not download it again.
  await sql`update kobo_book set pending = null where device_id = ${id} and pending = 'removed' and told <> 'removed'
    and ${isWanted}`.execute(tx)
  await sql`update kobo_book set pending = 'new' where device_id = ${id} and is_hidden = 0
    and told = 'removed' and ${isWanted}`.execute(tx)
  await sql`insert into kobo_book (device_id, book_id, uid, pending)
    select ${sql.lit(id)}, b.id, b.uid, 'new' ${inScope} on conflict do nothing`.execute(tx)
  await sql`update kobo_book set pending = 'file' where device_id = ${id} and is_hidden = 0 and pending is null
    and exists (select 1 from book b where b.id = kobo_book.book_id and b.hash <> kobo_book.hash and b.hash <> '')`.execute(
    tx,
  )
  if (device.checked_revision !== revision) await noteMetadata(asks, tx, viewer, id)
  await sql`update kobo_book set pending = 'state' where device_id = ${id} and is_hidden = 0 and pending is null
    and (exists (select 1 from progress p where p.user_id = ${viewer.userId} and p.book_id = kobo_book.book_id
        and p.read_at > kobo_book.state_at)
      or (state_at > 0 and not exists (select 1 from progress p where p.user_id = ${viewer.userId}
        and p.book_id = kobo_book.book_id)))`.execute(tx)
}

/** Titles, authors, series and covers: compared by the fingerprint of what was sent. */
async function noteMetadata(asks: Queryable, tx: Tx, viewer: Viewer, deviceId: number): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('kobo_book')
      .select(['book_id', 'print'])
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
      asks,
      viewer,
      rows.map((row) => row.book_id),
    )
    const changed = rows.filter((row) => {
      const book = books.get(row.book_id)
      return book !== undefined && book.print !== row.print
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
export async function takePendingBooks(tx: Tx, deviceId: number, max: number): Promise<KoboBookRow[]> {
  const { rows } = await sql<KoboBookRow>`select book_id, uid, pending from kobo_book
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

/** Stores what was sent on a page. */
export async function recordBooksSent(
  tx: Tx,
  deviceId: number,
  page: number,
  rows: readonly KoboBookRow[],
  books: ReadonlyMap<number, KoboBook>,
): Promise<void> {
  for (const { book_id, pending } of rows) {
    const book = books.get(book_id)
    const at = book?.state?.at ?? 0
    const sent =
      pending === 'removed' || !book
        ? { told: 'removed', pending: null }
        : pending === 'state'
          ? { told: pending, state_at: at, pending: null }
          : pending === 'metadata'
            ? {
                told: pending,
                print: book.print,
                pending: sql<string | null>`case when state_at <> ${at} then 'state' end`,
              }
            : // A new file opens at its cover: the reading state must be sent again.
              {
                told: pending,
                print: book.print,
                hash: book.hash,
                state_at: at,
                pending: pending === 'file' && at > 0 ? 'state' : null,
              }
    const minutes = pending === 'metadata' ? 0 : (book?.state?.minutes ?? 0)
    if (minutes > 0) await storeReadingCounter(tx, deviceId, book_id, minutes)
    await tx
      .updateTable('kobo_book')
      .set({ ...sent, page })
      .where('device_id', '=', deviceId)
      .where('book_id', '=', book_id)
      .execute()
  }
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
      | 'keeps_token'
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
