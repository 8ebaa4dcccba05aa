import { sql } from 'kysely'
import { idCondition } from '../list/sql-conditions.ts'
import type { Queryable } from '../open.ts'
import type { Viewer } from '../viewer.ts'

export interface Device {
  id: string
  name: string
}

/** The device on which the viewer last read each of these books, if an app reported it. */
export async function readLastDevices(
  db: Queryable,
  viewer: Viewer,
  bookIds: readonly number[],
): Promise<Map<number, Device>> {
  if (bookIds.length === 0) return new Map()
  const { rows } = await sql<{ book_id: number; device: string | null; device_id: string | null }>`
    select p.book_id, p.device, p.device_id from reading_position p
    where p.user_id = ${viewer.userId} and ${idCondition(db.kind, sql`p.book_id`, bookIds)}`.execute(db.query)
  return new Map(rows.map((row) => [row.book_id, { id: row.device_id ?? '', name: row.device ?? '' }]))
}
