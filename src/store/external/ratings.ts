import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import { newUid } from '../uid.ts'

/** Stores an external rating of a series, one per source. */
export async function saveExternalRating(
  tx: Tx,
  seriesId: number,
  rating: { source: string; rating: number; votes: number | null },
  now: number,
): Promise<void> {
  await sql`insert into series_external_rating (uid, series_id, source, rating, votes, created_at, updated_at)
    values (${newUid()}, ${seriesId}, ${rating.source}, ${rating.rating}, ${rating.votes}, ${now}, ${now})
    on conflict (series_id, source) do update set
      rating = excluded.rating, votes = excluded.votes, updated_at = excluded.updated_at`.execute(tx)
  await averageIn(tx, seriesId)
}

/** Returns whether there was one. */
export async function deleteExternalRating(tx: Tx, seriesId: number, source: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('series_external_rating')
    .where('series_id', '=', seriesId)
    .where('source', '=', source)
    .executeTakeFirst()
  await averageIn(tx, seriesId)
  return gone.numDeletedRows > 0n
}

/** Series are sorted by the average of all sources, so it is stored in a column. */
async function averageIn(tx: Tx, seriesId: number): Promise<void> {
  await sql`update series set community_rating =
      (select avg(r.rating) from series_external_rating r where r.series_id = ${seriesId})
    where id = ${seriesId}`.execute(tx)
}
