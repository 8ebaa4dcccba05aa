import { sql } from 'kysely'
import { type EntityName, idColumnOf } from '../entity.ts'
import { inChunks } from '../in-chunks.ts'
import { limitOffset } from '../list/page-range.ts'
import type { Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/** What a user wants to read, most recently added first. */
export async function listWantToRead(
  db: Queryable,
  viewer: Viewer,
  entity: EntityName,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const from = sql`from want_to_read w join ${sql.table(entity)} t on t.id = ${sql.ref(`w.${entity}_id`)}
    where w.user_id = ${viewer.userId} and ${visibilityCondition(db.kind, viewer.sees, 't.class')}`
  const rows = await sql<{
    id: number
  }>`select t.id ${from} order by w.id desc ${limitOffset({ limit, offset })}`.execute(db.query)
  const count = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db.query)
  return { ids: rows.rows.map((row) => row.id), total: count.rows[0]?.n ?? 0 }
}

/** Returns how many were added. */
export async function addWantToRead(
  tx: Tx,
  userId: number,
  entity: EntityName,
  ids: readonly number[],
): Promise<number> {
  let added = 0
  for (const chunk of inChunks(ids)) {
    const made = await tx
      .insertInto('want_to_read')
      .values(chunk.map((id) => ({ user_id: userId, [idColumnOf(entity)]: id, created_at: Date.now() })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    added += made.length
  }
  if (added > 0) await bumpRevisions(tx, `user:${userId}`)
  return added
}

/** Returns how many were removed. */
export async function removeWantToRead(
  tx: Tx,
  userId: number,
  entity: EntityName,
  ids: readonly number[],
): Promise<number> {
  let removed = 0
  for (const chunk of inChunks(ids)) {
    const gone = await tx
      .deleteFrom('want_to_read')
      .where('user_id', '=', userId)
      .where(entity === 'book' ? 'book_id' : 'series_id', 'in', chunk)
      .executeTakeFirst()
    removed += Number(gone.numDeletedRows)
  }
  if (removed > 0) await bumpRevisions(tx, `user:${userId}`)
  return removed
}
