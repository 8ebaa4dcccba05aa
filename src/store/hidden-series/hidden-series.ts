import { sql } from 'kysely'
import { problem } from '../../contract/problems.ts'
import { defineCache } from '../cache/caches.ts'
import { inChunks } from '../in-chunks.ts'
import { rowExistsCondition, type SqlCondition } from '../list/sql-conditions.ts'
import type { Db, Tx } from '../open.ts'
import { bumpRevisions, currentRevision } from '../revision.ts'
import { bytesToUuid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

const hiddenCache = defineCache<number, readonly number[]>('hidden_series', { maxEntries: 1000 })

/** Ids of the series that a user has hidden; none for most. */
export async function readHiddenSeriesIds(db: Db, userId: number): Promise<readonly number[]> {
  const revision = await currentRevision(db, 'catalog', `user:${userId}`)
  return hiddenCache(db).load(userId, revision, async () => {
    const own = db.query.selectFrom('hidden_series').select('series_id').where('user_id', '=', userId)
    return (await own.orderBy('series_id').execute()).map((row) => row.series_id)
  })
}

/** Whether a user has hidden the series with the id in this column, for statements about that user. */
export const isHiddenCondition = (kind: Db['kind'], userId: number, seriesId: string): SqlCondition =>
  rowExistsCondition(kind, sql`from hidden_series h where h.user_id = ${userId} and h.series_id = ${sql.ref(seriesId)}`)

/** Public ids of those that the viewer may see, most recently hidden first. */
export async function listHiddenSeries(db: Db, viewer: Viewer): Promise<string[]> {
  const { rows } = await sql<{ uid: Uint8Array }>`select s.uid from hidden_series h join series s on s.id = h.series_id
    where h.user_id = ${viewer.userId} and ${visibilityCondition(db.kind, viewer.sees, 's.class')}
    order by h.created_at desc, h.series_id desc`.execute(db.query)
  return rows.map((row) => bytesToUuid(row.uid))
}

/** Lists leave these ids out, so there can't be any number of them. */
const MAX_HIDDEN_SERIES = 10_000

/** Returns how many were hidden. */
export async function hideSeries(
  tx: Tx,
  userId: number,
  ids: readonly number[],
  now: number,
  most = MAX_HIDDEN_SERIES,
): Promise<number> {
  // Bumping the revision serialises a user's transactions: two can't both take the last free places.
  await bumpRevisions(tx, `user:${userId}`)
  let hidden = 0
  for (const chunk of inChunks(ids)) {
    const made = await tx
      .insertInto('hidden_series')
      .values(chunk.map((series_id) => ({ user_id: userId, series_id, created_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('series_id')
      .execute()
    hidden += made.length
  }
  const { n } = await tx
    .selectFrom('hidden_series')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(n) <= most) return hidden
  throw problem('conflict', `You can hide at most ${most} series. Show one again first.`)
}

/** Returns how many are shown again. */
export async function showSeriesAgain(tx: Tx, userId: number, ids: readonly number[]): Promise<number> {
  let shown = 0
  for (const chunk of inChunks(ids)) {
    const gone = tx.deleteFrom('hidden_series').where('user_id', '=', userId).where('series_id', 'in', chunk)
    shown += Number((await gone.executeTakeFirstOrThrow()).numDeletedRows)
  }
  if (shown > 0) await bumpRevisions(tx, `user:${userId}`)
  return shown
}
