import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { reclassifySeries } from './visibility-class.ts'

/**
 * Before books come into a series, or others take their place: what is in them may make it one for grown-ups, so whoever
 * has an age limit sees it again when it has been finalised. One whose rating somebody has set stays as it is.
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

/** Where nobody has an age limit, nothing need be kept from anyone until it has been read. */
export async function hasUserWithAgeLimit(tx: Tx): Promise<boolean> {
  const someone = await tx
    .selectFrom('user')
    .select('id')
    .where('age_limit', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return someone !== undefined
}

/** When somebody gets an age limit, who is the first to have one: what waits to be read has been held back from nobody. */
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
