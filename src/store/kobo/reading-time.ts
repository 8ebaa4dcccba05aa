import { sql } from 'kysely'
import type { Db, Tx } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import type { KoboDeviceRow } from './devices.ts'

/** No one reads longer between two syncs; a device that reports more has a wrong clock. */
const MAX_MINUTES = 31 * 24 * 60

/**
 * The minutes that a device hasn't reported before. Its counter per book only grows, and continues from the time of
 * other devices that we send it: only the difference to the last known value is new. A lower value means that the
 * counter was reset.
 */
export async function computeNewReadingMinutes(
  db: Db,
  viewer: Viewer,
  device: KoboDeviceRow,
  bookId: number,
  counter: number,
): Promise<number> {
  const row = await db.query
    .selectFrom('kobo_reading_time')
    .select('minutes')
    .where('device_id', '=', device.id)
    .where('book_id', '=', bookId)
    .executeTakeFirst()
  const known = row?.minutes ?? (await readMinutes(db, viewer, bookId))
  return Math.min(MAX_MINUTES, Math.max(0, Math.round(counter) - known))
}

/** Stores the device's counter, as reported by it or sent to it. */
export async function storeReadingCounter(tx: Tx, deviceId: number, bookId: number, counter: number): Promise<void> {
  const minutes = Math.min(10_000_000, Math.max(0, Math.round(counter)))
  await tx
    .insertInto('kobo_reading_time')
    .values({ device_id: deviceId, book_id: bookId, minutes })
    .onConflict((conflict) => conflict.columns(['device_id', 'book_id']).doUpdateSet({ minutes }))
    .execute()
}

async function readMinutes(db: Db, viewer: Viewer, bookId: number): Promise<number> {
  const { rows } = await sql<{ minutes: number | null }>`select sum(ended_at - started_at) / 60000 as minutes
    from reading_session where book_id = ${bookId} and user_id = ${viewer.userId}`.execute(db.query)
  return Math.round(Number(rows[0]?.minutes ?? 0))
}
