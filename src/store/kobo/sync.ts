import { sql } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { type KoboBook, readKoboBooks } from './books.ts'
import type { KoboDeviceRow } from './devices.ts'
import { booksInScope, type KoboScope } from './scope.ts'

/** What a device is told of a book, in the order in which it is told. */
export const koboNews = ['new', 'file', 'metadata', 'removed', 'state'] as const
export type KoboNews = (typeof koboNews)[number]

export interface KoboBookRow {
  book_id: number
  uid: Uint8Array
  pending: KoboNews
}

/** A sync that was broken off so long ago begins anew. */
const SESSION_MS = 10 * 60 * 1000

/**
 * Decides what a request asks for. Devices say which page they got last, but newer firmware repeats the token with which
 * the sync began until the last page, so the place in a running sync is kept here:
 *
 *   the sync is open, and nothing else began since       → the next page; all before it arrived
 *   the token names the last page                        → everything arrived; a new sync
 *   any other token, or none                             → the last page may be lost: it is told once more, but only once
 */
export function nextStep(
  device: Pick<KoboDeviceRow, 'page' | 'session_page' | 'is_open' | 'is_repeated' | 'paged_at'>,
  token: number | undefined,
  now: number,
): { continues: boolean; repeatsLast: boolean } {
  const isRunning = device.is_open === 1 && now - device.paged_at < SESSION_MS
  if (isRunning && (token === device.page || token === device.session_page || token === undefined)) {
    return { continues: true, repeatsLast: false }
  }
  const isLost = token !== device.page && device.page > 0 && device.is_repeated === 0
  return { continues: false, repeatsLast: isLost }
}

/** What was on the last page has to be told again. */
export async function repeatLastPage(tx: Tx, device: KoboDeviceRow): Promise<void> {
  await sql`update kobo_book set pending = told where device_id = ${device.id} and page = ${device.page}
    and told is not null and pending is null and is_hidden = 0`.execute(tx)
  await sql`update kobo_tag set print = '' where device_id = ${device.id} and page = ${device.page}`.execute(tx)
}

/** Compares what the device should have with what it was told, and notes every difference. */
export async function noteDifferences(
  asks: Queryable,
  tx: Tx,
  viewer: Viewer,
  device: KoboDeviceRow,
  scope: KoboScope,
  revision: string,
): Promise<void> {
  const id = device.id
  const inScope = booksInScope(asks, viewer, scope)
  const isWanted = sql`book_id in (select b.id ${inScope})`
  // Gone from the device for good, or hidden there and not wanted any more: a later wish is a new one.
  await sql`delete from kobo_book where device_id = ${id} and not (${isWanted})
    and (told is null or told = 'removed' or is_hidden = 1) and pending is distinct from 'removed'`.execute(tx)
  await sql`update kobo_book set pending = 'removed' where device_id = ${id} and is_hidden = 0 and told is not null
    and told <> 'removed' and not (${isWanted})`.execute(tx)
  await sql`update kobo_book set pending = 'new' where device_id = ${id} and is_hidden = 0
    and (told = 'removed' or pending = 'removed') and ${isWanted}`.execute(tx)
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

/** Titles, authors, series and covers: compared by the fingerprint of what was told. */
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

/** The next books to tell of. */
export async function takePending(tx: Tx, deviceId: number, most: number): Promise<KoboBookRow[]> {
  const { rows } = await sql<KoboBookRow>`select book_id, uid, pending from kobo_book
    where device_id = ${deviceId} and pending is not null
    order by case pending when 'new' then 0 when 'file' then 1 when 'metadata' then 2 when 'removed' then 3 else 4 end,
      book_id limit ${sql.lit(most)}`.execute(tx)
  return rows
}

export async function hasPending(tx: Tx, deviceId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('kobo_book')
    .select('book_id')
    .where('device_id', '=', deviceId)
    .where('pending', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes what was put on a page. */
export async function noteTold(
  tx: Tx,
  deviceId: number,
  page: number,
  rows: readonly KoboBookRow[],
  books: ReadonlyMap<number, KoboBook>,
): Promise<void> {
  for (const { book_id, pending } of rows) {
    const book = books.get(book_id)
    const told =
      pending === 'removed' || !book
        ? { told: 'removed' }
        : pending === 'state'
          ? { told: pending, state_at: book.state?.at ?? 0 }
          : pending === 'metadata'
            ? { told: pending, print: book.print }
            : { told: pending, print: book.print, hash: book.hash, state_at: book.state?.at ?? 0 }
    await tx
      .updateTable('kobo_book')
      .set({ ...told, page, pending: null })
      .where('device_id', '=', deviceId)
      .where('book_id', '=', book_id)
      .execute()
  }
}

export async function notePage(
  tx: Tx,
  device: KoboDeviceRow,
  changes: Partial<Pick<KoboDeviceRow, 'page' | 'session_page' | 'is_open' | 'is_repeated' | 'checked_revision'>>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('kobo_device')
    .set({ ...changes, paged_at: now, last_sync_at: now, last_seen_at: now })
    .where('id', '=', device.id)
    .execute()
}
