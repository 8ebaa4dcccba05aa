import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { reclassifySeries } from './visibility-class.ts'

/**
 * Called before books are added to a series or replaced: their content may make it one for adults, so users with an age
 * limit see it again only once it is finalised. A series with a manually set rating is unchanged.
 */
export async function hideSeriesUntilRated(tx: Tx, seriesIds: readonly number[]): Promise<void> {
  if (seriesIds.length === 0 || !(await hasUserWithAgeLimit(tx))) return
  for (const ids of inChunks([...new Set(seriesIds)])) {
    const open = await tx
      .selectFrom('series')
      .select('id')
      .where('id', 'in', ids)
      .where('class', '<>', 0)
      .where('locks', 'not like', '%"ageRating"%')
      .execute()
    const growing = open.map((series) => series.id)
    if (growing.length > 0) await reclassifySeries(tx, growing, new Set(growing))
  }
}

/** If no user has an age limit, nothing needs to be hidden until it is analysed. */
export async function hasUserWithAgeLimit(tx: Tx): Promise<boolean> {
  const someone = await tx
    .selectFrom('user')
    .select('id')
    .where('age_limit', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return someone !== undefined
}

/** Called when the first user gets an age limit: until then, unanalysed series weren't hidden from anyone. */
export async function hideUnanalysedSeries(tx: Tx): Promise<void> {
  const waiting = await tx
    .selectFrom('book')
    .select('series_id')
    .where('analyzed', '=', 0)
    .where('analysis_error', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  if (waiting.length === 0) return
  await hideSeriesUntilRated(
    tx,
    waiting.map((book) => book.series_id),
  )
  await bumpRevisions(tx, 'catalog')
}
