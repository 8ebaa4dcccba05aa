import type { Tx } from '../open.ts'

/** Resets a series: deletes alternate titles and external data. */
export async function deleteExtraMetadata(tx: Tx, seriesId: number): Promise<void> {
  await tx.deleteFrom('alternate_title').where('series_id', '=', seriesId).execute()
  await tx.deleteFrom('series_external_id').where('series_id', '=', seriesId).execute()
  await tx.deleteFrom('series_external_link').where('series_id', '=', seriesId).execute()
  await tx.deleteFrom('series_external_rating').where('series_id', '=', seriesId).execute()
  await tx.updateTable('series').set({ community_rating: null }).where('id', '=', seriesId).execute()
}
