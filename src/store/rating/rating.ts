import { type Selectable, sql } from 'kysely'
import { type EntityName, idColumnOf } from '../entity.ts'
import type { Queryable, Tx } from '../open.ts'
import type { Tables } from '../tables.ts'
import { newUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export type RatingRow = Selectable<Tables['user_rating']>
/** The viewer's own rating. */
export async function findRating(
  db: Queryable,
  viewer: Viewer,
  entity: EntityName,
  id: number,
): Promise<RatingRow | undefined> {
  return db.query
    .selectFrom('user_rating')
    .selectAll()
    .where('user_id', '=', viewer.userId)
    .where(idColumnOf(entity), '=', id)
    .executeTakeFirst()
}

export type RatingWithEntityUid = RatingRow & { owner_uid: Uint8Array }

/** Everything the viewer has rated or reviewed and may still see, newest first. */
export async function listRatings(db: Queryable, viewer: Viewer, entity: EntityName): Promise<RatingWithEntityUid[]> {
  const own = db.query
    .selectFrom('user_rating as r')
    .selectAll('r')
    .where('r.user_id', '=', viewer.userId)
    .orderBy('r.updated_at', 'desc')
    .orderBy('r.id', 'desc')
  if (entity === 'series') {
    return own
      .innerJoin('series as s', 's.id', 'r.series_id')
      .select('s.uid as owner_uid')
      .where(visibilityCondition(db.kind, viewer.sees, 's.class'))
      .execute()
  }
  return own
    .innerJoin('book as b', 'b.id', 'r.book_id')
    .select('b.uid as owner_uid')
    .where(visibilityCondition(db.kind, viewer.sees, 'b.class'))
    .execute()
}

export interface GivenRating {
  /** Null: only a review. */
  rating: number | null
  /** Undefined: what the user has written stays. Apps that only know stars must not delete it. */
  notes?: string | null | undefined
}

export async function putRating(
  tx: Tx,
  userId: number,
  entity: EntityName,
  id: number,
  { rating, notes }: GivenRating,
  now: number,
): Promise<RatingRow> {
  const column = idColumnOf(entity)
  const set = { rating, ...(notes !== undefined && { notes }), updated_at: now }
  const stored = await tx
    .insertInto('user_rating')
    .values({ uid: newUid(), user_id: userId, [column]: id, created_at: now, ...set })
    .onConflict((conflict) => conflict.columns(['user_id', column]).doUpdateSet(set))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (entity === 'series') await updateAverageRating(tx, id)
  return stored
}

/** Returns whether there was one. */
export async function deleteRating(tx: Tx, userId: number, entity: EntityName, id: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('user_rating')
    .where('user_id', '=', userId)
    .where(idColumnOf(entity), '=', id)
    .executeTakeFirst()
  if (entity === 'series') await updateAverageRating(tx, id)
  return gone.numDeletedRows > 0n
}

/**
 * Before an item is merged into another: a user who rated one and reviewed the other keeps both. Ratings and reviews of
 * the remaining item stay.
 */
export async function completeRatings(
  tx: Tx,
  entity: EntityName,
  { from, to, userIds }: { from: number; to: number; userIds?: readonly number[] },
): Promise<void> {
  const isTheirs = userIds ? sql`here.user_id in (${sql.join(userIds)})` : sql`1 = 1`
  const [there, here] = [sql.ref(`there.${idColumnOf(entity)}`), sql.ref(`here.${idColumnOf(entity)}`)]
  await sql`update user_rating as here
    set rating = coalesce(here.rating, there.rating), notes = coalesce(here.notes, there.notes)
    from user_rating as there
    where ${here} = ${to} and ${there} = ${from} and there.user_id = here.user_id and ${isTheirs}
      and (here.rating is null or here.notes is null)`.execute(tx)
}

export async function readAverageRating(
  db: Queryable,
  seriesId: number,
): Promise<{ average: number | null; count: number }> {
  const row = await db.query
    .selectFrom('user_rating')
    .select((eb) => [eb.fn.avg<number | null>('rating').as('average'), eb.fn.count<number>('rating').as('count')])
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  return { average: row.average === null ? null : Number(row.average), count: Number(row.count) }
}

export async function listRatedSeriesIds(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.selectFrom('user_rating').select('series_id').where('user_id', '=', userId).execute()
  return rows.flatMap((row) => row.series_id ?? [])
}

/** The average of all users; sorting uses each user's own rating. */
export async function updateAverageRating(tx: Tx, seriesId: number): Promise<void> {
  await sql`update series set user_rating =
      (select avg(r.rating) from user_rating r where r.series_id = ${seriesId})
    where id = ${seriesId}`.execute(tx)
}
