import type { Tx } from '../open.ts'
import { addAlternateTitle } from './alternate-titles.ts'

/** Sets exactly these titles, in this order. Returns whether anything changed. */
export async function replaceAlternateTitleRows(
  tx: Tx,
  seriesId: number,
  titles: readonly { label: string; title: string }[],
  now: number,
): Promise<boolean> {
  const before = await tx
    .selectFrom('alternate_title')
    .select(['label', 'title'])
    .where('series_id', '=', seriesId)
    .orderBy('id')
    .execute()
  if (JSON.stringify(before) === JSON.stringify(titles.map(({ label, title }) => ({ label, title })))) return false
  await tx.deleteFrom('alternate_title').where('series_id', '=', seriesId).execute()
  for (const title of titles) await addAlternateTitle(tx, seriesId, title, now)
  return true
}
